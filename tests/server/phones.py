# SPDX-License-Identifier: Apache-2.0
"""People of a test who act with phones: what they post is filled in and pressed on the page that shows it, in Chromium
(phones.mjs)."""
import json
import pathlib
import subprocess

from served import Browser


class Phones:
    def __init__(self, tools, server):
        script = pathlib.Path(__file__).with_name("phones.mjs")
        self.program = subprocess.Popen(["node", script, tools, f"http://127.0.0.1:{server.port}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.count, self.pressed = 0, {}

    def ask(self, **what):
        self.program.stdin.write(json.dumps(what) + "\n")
        self.program.stdin.flush()
        answer = json.loads(self.program.stdout.readline())
        if "trouble" in answer:
            raise AssertionError((what, answer))
        return answer

    def phone(self, server):
        self.count += 1
        return Phone(server, self, self.count)

    def end(self):
        self.program.stdin.close()
        self.program.wait(60)


class Phone(Browser):
    """One whose forms are those of pages.  A phone that ${forges} sends what no page shows, too."""

    def __init__(self, server, phones, number):
        super().__init__(server)
        self.phones, self.number, self.forges, self.missing = phones, str(number), False, []

    def pages(self, path, fields):
        """Where the form for ${path} can be."""
        home = "/".join(path.split("/")[:3])
        pages = [f"{home}/m/{fields['match']}"] if "match" in fields and "/letters" not in path else []
        return pages + {"apply": [path], "letters": [path], "pair": [home, f"{home}/pairing"]}.get(path.split("/")[-1], [home])

    def act(self, **what):
        answer = self.phones.ask(who=self.number, cookie=self.cookie, **what)
        self.cookie = answer["cookie"]
        return answer

    def post(self, path, fields, token=None, **more):
        if path.startswith("/key/"):
            return super().post(path, fields, token, **more)
        said = {name: value for name, value in fields.items() if name not in ("csrf", "req")}
        answer = self.act(pages=self.pages(path, said), path=path, fields=said, forge=self.forges)
        if answer.get("offered") is False:
            self.missing.append((path, said))
        return answer["status"], answer["text"], {"Location": answer.get("where")}

    def press(self, page, words, never):
        """Press the button of ${page} that was pressed least, its form filled with ${words}; what came back, if there is one."""
        answer = self.act(pages=[page], choose={"pressed": self.phones.pressed, "words": words, "never": never})
        if "pressed" in answer:
            self.phones.pressed[answer["pressed"]] = self.phones.pressed.get(answer["pressed"], 0) + 1
        return answer.get("text", "")
