import type { ZoneRule } from './zone-rule.ts'

/** Zones west of Greenwich (time-zone.ts). */
export const westernZones: readonly ZoneRule[] = [
  {
    offset: -720,
    other: null,
    names: 'Etc/GMT+12',
  },
  {
    offset: -660,
    other: null,
    names: 'Etc/GMT+11 Pacific/Midway Pacific/Niue Pacific/Pago_Pago Pacific/Samoa US/Samoa',
  },
  {
    offset: -600,
    other: null,
    names: 'Etc/GMT+10 HST Pacific/Honolulu Pacific/Johnston Pacific/Rarotonga Pacific/Tahiti US/Hawaii',
  },
  {
    offset: -600,
    other: { offset: -540, from: [3, 2, 0, 120], to: [11, 1, 0, 120] },
    names: 'America/Adak America/Atka US/Aleutian',
  },
  {
    offset: -570,
    other: null,
    names: 'Pacific/Marquesas',
  },
  {
    offset: -540,
    other: null,
    names: 'Etc/GMT+9 Pacific/Gambier',
  },
  {
    offset: -540,
    other: { offset: -480, from: [3, 2, 0, 120], to: [11, 1, 0, 120] },
    names: 'America/Anchorage America/Juneau America/Metlakatla America/Nome America/Sitka America/Yakutat US/Alaska',
  },
  {
    offset: -480,
    other: null,
    names: 'Etc/GMT+8 Pacific/Pitcairn',
  },
  {
    offset: -480,
    other: { offset: -420, from: [3, 2, 0, 120], to: [11, 1, 0, 120] },
    names: 'America/Ensenada America/Los_Angeles America/Santa_Isabel America/Tijuana Mexico/BajaNorte PST8PDT US/Pacific',
  },
  {
    offset: -420,
    other: null,
    names:
      'America/Creston America/Dawson America/Dawson_Creek America/Fort_Nelson America/Hermosillo America/Mazatlan America/Phoenix America/Vancouver America/Whitehorse Canada/Pacific Canada/Yukon Etc/GMT+7 MST Mexico/BajaSur US/Arizona',
  },
  {
    offset: -420,
    other: { offset: -360, from: [3, 2, 0, 120], to: [11, 1, 0, 120] },
    names:
      'America/Boise America/Cambridge_Bay America/Ciudad_Juarez America/Denver America/Inuvik America/Shiprock MST7MDT Navajo US/Mountain',
  },
  {
    offset: -360,
    other: null,
    names:
      'America/Bahia_Banderas America/Belize America/Chihuahua America/Costa_Rica America/Edmonton America/El_Salvador America/Guatemala America/Managua America/Merida America/Mexico_City America/Monterrey America/Regina America/Swift_Current America/Tegucigalpa America/Yellowknife Canada/Mountain Canada/Saskatchewan Etc/GMT+6 Mexico/General Pacific/Galapagos',
  },
  {
    offset: -360,
    other: { offset: -300, from: [3, 2, 0, 120], to: [11, 1, 0, 120] },
    names:
      'America/Chicago America/Indiana/Knox America/Indiana/Tell_City America/Knox_IN America/Matamoros America/Menominee America/North_Dakota/Beulah America/North_Dakota/Center America/North_Dakota/New_Salem America/Ojinaga America/Rainy_River America/Rankin_Inlet America/Resolute America/Winnipeg CST6CDT Canada/Central US/Central US/Indiana-Starke',
  },
  {
    offset: -360,
    other: { offset: -300, from: [9, 1, 6, 1320], to: [4, 1, 6, 1320] },
    names: 'Chile/EasterIsland Pacific/Easter',
  },
  {
    offset: -300,
    other: null,
    names:
      'America/Atikokan America/Bogota America/Cancun America/Cayman America/Coral_Harbour America/Eirunepe America/Guayaquil America/Jamaica America/Lima America/Panama America/Porto_Acre America/Rio_Branco Brazil/Acre EST Etc/GMT+5 Jamaica',
  },
  {
    offset: -300,
    other: { offset: -240, from: [3, 2, 0, 0], to: [11, 1, 0, 60] },
    names: 'America/Havana Cuba',
  },
  {
    offset: -300,
    other: { offset: -240, from: [3, 2, 0, 120], to: [11, 1, 0, 120] },
    names:
      'America/Detroit America/Fort_Wayne America/Grand_Turk America/Indiana/Indianapolis America/Indiana/Marengo America/Indiana/Petersburg America/Indiana/Vevay America/Indiana/Vincennes America/Indiana/Winamac America/Indianapolis America/Iqaluit America/Kentucky/Louisville America/Kentucky/Monticello America/Louisville America/Montreal America/Nassau America/New_York America/Nipigon America/Pangnirtung America/Port-au-Prince America/Thunder_Bay America/Toronto Canada/Eastern EST5EDT US/East-Indiana US/Eastern US/Michigan',
  },
  {
    offset: -240,
    other: null,
    names:
      'America/Anguilla America/Antigua America/Aruba America/Barbados America/Blanc-Sablon America/Boa_Vista America/Campo_Grande America/Caracas America/Cuiaba America/Curacao America/Dominica America/Grenada America/Guadeloupe America/Guyana America/Kralendijk America/La_Paz America/Lower_Princes America/Manaus America/Marigot America/Martinique America/Montserrat America/Port_of_Spain America/Porto_Velho America/Puerto_Rico America/Santo_Domingo America/St_Barthelemy America/St_Kitts America/St_Lucia America/St_Thomas America/St_Vincent America/Tortola America/Virgin Brazil/West Etc/GMT+4',
  },
  {
    offset: -240,
    other: { offset: -180, from: [3, 2, 0, 120], to: [11, 1, 0, 120] },
    names: 'America/Glace_Bay America/Goose_Bay America/Halifax America/Moncton America/Thule Atlantic/Bermuda Canada/Atlantic',
  },
  {
    offset: -240,
    other: { offset: -180, from: [9, 1, 6, 1440], to: [4, 1, 6, 1440] },
    names: 'America/Santiago Chile/Continental',
  },
  {
    offset: -210,
    other: { offset: -150, from: [3, 2, 0, 120], to: [11, 1, 0, 120] },
    names: 'America/St_Johns Canada/Newfoundland',
  },
  {
    offset: -180,
    other: null,
    names:
      'America/Araguaina America/Argentina/Buenos_Aires America/Argentina/Catamarca America/Argentina/ComodRivadavia America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/La_Rioja America/Argentina/Mendoza America/Argentina/Rio_Gallegos America/Argentina/Salta America/Argentina/San_Juan America/Argentina/San_Luis America/Argentina/Tucuman America/Argentina/Ushuaia America/Asuncion America/Bahia America/Belem America/Buenos_Aires America/Catamarca America/Cayenne America/Cordoba America/Coyhaique America/Fortaleza America/Jujuy America/Maceio America/Mendoza America/Montevideo America/Paramaribo America/Punta_Arenas America/Recife America/Rosario America/Santarem America/Sao_Paulo Antarctica/Palmer Antarctica/Rothera Atlantic/Stanley Brazil/East Etc/GMT+3',
  },
  {
    offset: -180,
    other: { offset: -120, from: [3, 2, 0, 120], to: [11, 1, 0, 120] },
    names: 'America/Miquelon',
  },
  {
    offset: -120,
    other: null,
    names: 'America/Noronha Atlantic/South_Georgia Brazil/DeNoronha Etc/GMT+2',
  },
  {
    offset: -120,
    other: { offset: -60, from: [3, 5, 0, -60], to: [10, 5, 0, 0] },
    names: 'America/Godthab America/Nuuk America/Scoresbysund',
  },
  {
    offset: -60,
    other: null,
    names: 'Atlantic/Cape_Verde Etc/GMT+1',
  },
  {
    offset: -60,
    other: { offset: 0, from: [3, 5, 0, 0], to: [10, 5, 0, 60] },
    names: 'Atlantic/Azores',
  },
]
