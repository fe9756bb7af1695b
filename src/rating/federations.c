/* SPDX-License-Identifier: Apache-2.0 */
/* FIDE's codes of federations, and other lists' codes that are mistaken for them (ISO 3166-1). */
#include <string.h>

#include "limmat/report.h"

/* In alphabetical order, separated by blanks; FID: no federation, NON: none known.  Those of FIDE's
 * page of federations as of 2025, and GUI, KIR and MHL, members since its General Assembly of
 * December 2025.  A user with a newer list need not wait for us: a code in the given list is valid,
 * too. */
static const char codes[] =
    "AFG AHO ALB ALG AND ANG ANT ARG ARM ARU AUS AUT AZE BAH BAN BAR BDI BEL BER BHU BIH BIZ BLR "
    "BOL BOT BRA BRN BRU BUL BUR CAF CAM CAN CAY CGO CHA CHI CHN CIV CMR COD COL COM CPV CRC CRO "
    "CUB CYP CZE DEN DJI DMA DOM ECU EGY ENG ERI ESA ESP EST ETH FAI FID FIJ FIN FRA GAB GAM GCI "
    "GEO GEQ GER GHA GRE GRL GRN GUA GUI GUM GUY HAI HKG HON HUN INA IND IOM IRI IRL IRQ ISL ISR "
    "ISV ITA IVB JAM JCI JOR JPN KAZ KEN KGZ KIR KOR KOS KSA KUW LAO LAT LBA LBN LBR LCA LES LIE "
    "LTU LUX MAC MAD MAR MAS MAW MDA MDV MEX MGL MHL MKD MLI MLT MNC MNE MOZ MRI MTN MYA NAM NCA "
    "NCL NED NEP NGR NIG NON NOR NRU NZL OMA PAK PAN PAR PER PHI PLE PLW PNG POL POR PUR QAT ROU "
    "RSA RUS RWA SCO SEN SEY SGP SKN SLE SLO SMR SOL SOM SRB SRI SSD STP SUD SUI SUR SVK SWE SWZ "
    "SYR TAN TGA THA TJK TKM TLS TOG TPE TTO TUN TUR UAE UGA UKR URU USA UZB VAN VEN VIE VIN WLS "
    "YEM ZAM ZIM ";

static const char others[][2][4] = {
    {"DEU", "GER"}, {"CHE", "SUI"}, {"NLD", "NED"}, {"DNK", "DEN"}, {"GRC", "GRE"}, {"HRV", "CRO"},
    {"PRT", "POR"}, {"SVN", "SLO"}, {"BGR", "BUL"}, {"LVA", "LAT"}, {"IRN", "IRI"}, {"ZAF", "RSA"},
    {"DZA", "ALG"}, {"CHL", "CHI"}, {"PHL", "PHI"}, {"IDN", "INA"}, {"MYS", "MAS"}, {"VNM", "VIE"},
    {"MNG", "MGL"}, {"SAU", "KSA"}, {"ARE", "UAE"}, {"LKA", "SRI"}, {"NPL", "NEP"}, {"URY", "URU"},
    {"PRY", "PAR"}, {"CRI", "CRC"}, {"GTM", "GUA"}, {"HND", "HON"}, {"SLV", "ESA"}, {"PRI", "PUR"},
    {"HTI", "HAI"}, {"KWT", "KUW"}, {"LBY", "LBA"}, {"ZMB", "ZAM"}, {"ZWE", "ZIM"}, {"BWA", "BOT"},
    {"AGO", "ANG"}, {"TZA", "TAN"}, {"NGA", "NGR"}, {"MDG", "MAD"}, {"MUS", "MRI"}, {"MMR", "MYA"},
    {"BGD", "BAN"}, {"TWN", "TPE"}, {"MCO", "MNC"}, {"FRO", "FAI"}, {"GBR", "ENG"}, {"SCT", "SCO"},
    {"WAL", "WLS"}, {"ROM", "ROU"}, {"YUG", "SRB"}, {"SIN", "SGP"}, {"PSE", "PLE"}, {"SDN", "SUD"},
    {"NAU", "NRU"}, {"KHM", "CAM"}, {"TCD", "CHA"}, {"COG", "CGO"}, {"GMB", "GAM"}, {"GNQ", "GEQ"},
    {"GRD", "GRN"}, {"GGY", "GCI"}, {"JEY", "JCI"}, {"IMN", "IOM"}, {"XKX", "KOS"}, {"VIR", "ISV"},
    {"VGB", "IVB"}, {"LSO", "LES"}, {"MWI", "MAW"}, {"MRT", "MTN"}, {"NER", "NIG"}, {"NIC", "NCA"},
    {"OMN", "OMA"}, {"SYC", "SEY"}, {"KNA", "SKN"}, {"VCT", "VIN"}, {"SLB", "SOL"}, {"TON", "TGA"},
    {"TGO", "TOG"}, {"VUT", "VAN"}, {"FJI", "FIJ"}, {"BMU", "BER"}, {"BTN", "BHU"}, {"BLZ", "BIZ"},
    {"BFA", "BUR"}, {"BHR", "BRN"}, {"BHS", "BAH"}, {"BRB", "BAR"}, {"CYM", "CAY"}, {"ABW", "ARU"},
    {"ATG", "ANT"}, {"GIN", "GUI"},
};

bool lm_is_federation(const char *code)
{
    if (strlen(code) != 3)
        return false;
    for (const char *at = codes; *at != '\0'; at += 4)
        if (memcmp(at, code, 3) == 0)
            return true;
    return false;
}

const char *lm_federation_meant(const char *code)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i][0], code) == 0)
            return others[i][1];
    return NULL;
}
