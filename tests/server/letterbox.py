# SPDX-License-Identifier: Apache-2.0
"""What players of a test get by mail, a rating list of theirs, and files that organisers upload."""
import html
import pathlib
import re
import subprocess
import tempfile
import time


class Letterbox:
    """Mails that a server sends by ${command} (--mail)."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.command = self.folder / "mail"
        self.command.write_text(f'#!/bin/sh\nat={self.folder}/$$.$(date +%N)\ncat > "$at.part" && mv "$at.part" "$at.mail"\n')
        self.command.chmod(0o755)

    def all(self):
        return sorted(path.read_text() for path in self.folder.glob("*.mail"))

    def to(self, address, word, seconds=20):
        """The mails to ${address} with ${word}, once there is one."""
        until = time.monotonic() + seconds
        while True:
            found = [one for one in self.all() if f"To: {address}\n" in one and word in one]
            if found or time.monotonic() > until:
                return found
            time.sleep(0.1)


def link_in(text):
    """The link of an entry in a page or a mail, whose lines may be folded."""
    return re.search(r"/e/[\w-]+/entry/[\w-]{43}", html.unescape(re.sub(r"=\n", "", text))).group(0)


def rating_list(limmat, folder, people):
    """A list of ${people} (id, name, federation, sex, title, rating, year of birth); its file, and what was said."""
    listed, made = folder / "list.xml", folder / "list.registry"
    listed.write_text("<?xml version='1.0'?><playerslist>" + "".join(
        f"<player><fideid>{number}</fideid><name>{name}</name><country>{fed}</country><sex>{sex}</sex><title>{title}</title><rating>{rating}</rating><games>0</games><k>20</k>"
        f"<birthday>{born}</birthday><flag></flag></player>" for number, name, fed, sex, title, rating, born in people) + "</playerslist>")
    return made, subprocess.run([limmat, "rate", "import", "-d", "2026-11-01", "-o", made, listed], capture_output=True, text=True)


def upload(browser, path, fields, name, content):
    """Post a form with the file ${content} (bytes) in the field ${name}."""
    lines = [f'--B\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{text}\r\n' for key, text in {**fields, "csrf": browser.token}.items()]
    lines += [f'--B\r\nContent-Disposition: form-data; name="{name}"; filename="f"\r\n\r\n']
    return browser.ask("POST", path, "".join(lines).encode() + content + b"\r\n--B--\r\n", form="multipart/form-data; boundary=B")
