/** When the other offset begins or ends: month, week (5: the last), day of the week (0: Sunday), minutes of the day by the clock. */
export type ZoneChange = readonly [month: number, week: number, day: number, minutes: number]

/** How clocks of a zone are set: minutes east of UTC, and a second offset for a part of the year. */
export interface ZoneRule {
  readonly offset: number
  readonly other: { readonly offset: number; readonly from: ZoneChange; readonly to: ZoneChange } | null
  /** Names of the IANA database, between blanks. */
  readonly names: string
}

/**
 * The rules of the IANA time zone database (2026c) as they are from now on: the last line of each of its files. What clocks showed in the
 * past is not in it.
 */
export const zoneRules: readonly ZoneRule[] = [
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
  {
    offset: 0,
    other: null,
    names:
      'Africa/Abidjan Africa/Accra Africa/Bamako Africa/Banjul Africa/Bissau Africa/Casablanca Africa/Conakry Africa/Dakar Africa/El_Aaiun Africa/Freetown Africa/Lome Africa/Monrovia Africa/Nouakchott Africa/Ouagadougou Africa/Sao_Tome Africa/Timbuktu America/Danmarkshavn Atlantic/Reykjavik Atlantic/St_Helena Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC Etc/Universal Etc/Zulu GMT GMT+0 GMT-0 GMT0 Greenwich Iceland UCT UTC Universal Zulu',
  },
  {
    offset: 0,
    other: { offset: 60, from: [3, 5, 0, 60], to: [10, 5, 0, 120] },
    names:
      'Atlantic/Canary Atlantic/Faeroe Atlantic/Faroe Atlantic/Madeira Europe/Belfast Europe/Guernsey Europe/Isle_of_Man Europe/Jersey Europe/Lisbon Europe/London GB GB-Eire Portugal WET',
  },
  {
    offset: 0,
    other: { offset: 120, from: [3, 5, 0, 60], to: [10, 5, 0, 180] },
    names: 'Antarctica/Troll',
  },
  {
    offset: 60,
    other: null,
    names:
      'Africa/Algiers Africa/Bangui Africa/Brazzaville Africa/Douala Africa/Kinshasa Africa/Lagos Africa/Libreville Africa/Luanda Africa/Malabo Africa/Ndjamena Africa/Niamey Africa/Porto-Novo Africa/Tunis Etc/GMT-1',
  },
  {
    offset: 60,
    other: { offset: 0, from: [10, 5, 0, 120], to: [3, 5, 0, 60] },
    names: 'Eire Europe/Dublin',
  },
  {
    offset: 60,
    other: { offset: 120, from: [3, 5, 0, 120], to: [10, 5, 0, 180] },
    names:
      'Africa/Ceuta Arctic/Longyearbyen Atlantic/Jan_Mayen CET Europe/Amsterdam Europe/Andorra Europe/Belgrade Europe/Berlin Europe/Bratislava Europe/Brussels Europe/Budapest Europe/Busingen Europe/Copenhagen Europe/Gibraltar Europe/Ljubljana Europe/Luxembourg Europe/Madrid Europe/Malta Europe/Monaco Europe/Oslo Europe/Paris Europe/Podgorica Europe/Prague Europe/Rome Europe/San_Marino Europe/Sarajevo Europe/Skopje Europe/Stockholm Europe/Tirane Europe/Vaduz Europe/Vatican Europe/Vienna Europe/Warsaw Europe/Zagreb Europe/Zurich MET Poland',
  },
  {
    offset: 120,
    other: null,
    names:
      'Africa/Blantyre Africa/Bujumbura Africa/Gaborone Africa/Harare Africa/Johannesburg Africa/Juba Africa/Khartoum Africa/Kigali Africa/Lubumbashi Africa/Lusaka Africa/Maputo Africa/Maseru Africa/Mbabane Africa/Tripoli Africa/Windhoek Etc/GMT-2 Europe/Kaliningrad Libya',
  },
  {
    offset: 120,
    other: { offset: 180, from: [3, 4, 4, 1560], to: [10, 5, 0, 120] },
    names: 'Asia/Jerusalem Asia/Tel_Aviv Israel',
  },
  {
    offset: 120,
    other: { offset: 180, from: [3, 4, 4, 3000], to: [10, 4, 4, 3000] },
    names: 'Asia/Gaza Asia/Hebron',
  },
  {
    offset: 120,
    other: { offset: 180, from: [3, 5, 0, 0], to: [10, 5, 0, 0] },
    names: 'Asia/Beirut',
  },
  {
    offset: 120,
    other: { offset: 180, from: [3, 5, 0, 180], to: [10, 5, 0, 240] },
    names:
      'Asia/Famagusta Asia/Nicosia EET Europe/Athens Europe/Bucharest Europe/Chisinau Europe/Helsinki Europe/Kiev Europe/Kyiv Europe/Mariehamn Europe/Nicosia Europe/Riga Europe/Sofia Europe/Tallinn Europe/Tiraspol Europe/Uzhgorod Europe/Vilnius Europe/Zaporozhye',
  },
  {
    offset: 120,
    other: { offset: 180, from: [4, 5, 5, 0], to: [10, 5, 4, 1440] },
    names: 'Africa/Cairo Egypt',
  },
  {
    offset: 180,
    other: null,
    names:
      'Africa/Addis_Ababa Africa/Asmara Africa/Asmera Africa/Dar_es_Salaam Africa/Djibouti Africa/Kampala Africa/Mogadishu Africa/Nairobi Antarctica/Syowa Asia/Aden Asia/Amman Asia/Baghdad Asia/Bahrain Asia/Damascus Asia/Istanbul Asia/Kuwait Asia/Qatar Asia/Riyadh Etc/GMT-3 Europe/Istanbul Europe/Kirov Europe/Minsk Europe/Moscow Europe/Simferopol Europe/Volgograd Indian/Antananarivo Indian/Comoro Indian/Mayotte Turkey W-SU',
  },
  {
    offset: 210,
    other: null,
    names: 'Asia/Tehran Iran',
  },
  {
    offset: 240,
    other: null,
    names:
      'Asia/Baku Asia/Dubai Asia/Muscat Asia/Tbilisi Asia/Yerevan Etc/GMT-4 Europe/Astrakhan Europe/Samara Europe/Saratov Europe/Ulyanovsk Indian/Mahe Indian/Mauritius Indian/Reunion',
  },
  {
    offset: 270,
    other: null,
    names: 'Asia/Kabul',
  },
  {
    offset: 300,
    other: null,
    names:
      'Antarctica/Mawson Antarctica/Vostok Asia/Almaty Asia/Aqtau Asia/Aqtobe Asia/Ashgabat Asia/Ashkhabad Asia/Atyrau Asia/Dushanbe Asia/Karachi Asia/Oral Asia/Qostanay Asia/Qyzylorda Asia/Samarkand Asia/Tashkent Asia/Yekaterinburg Etc/GMT-5 Indian/Kerguelen Indian/Maldives',
  },
  {
    offset: 330,
    other: null,
    names: 'Asia/Calcutta Asia/Colombo Asia/Kolkata',
  },
  {
    offset: 345,
    other: null,
    names: 'Asia/Kathmandu Asia/Katmandu',
  },
  {
    offset: 360,
    other: null,
    names: 'Asia/Bishkek Asia/Dacca Asia/Dhaka Asia/Kashgar Asia/Omsk Asia/Thimbu Asia/Thimphu Asia/Urumqi Etc/GMT-6 Indian/Chagos',
  },
  {
    offset: 390,
    other: null,
    names: 'Asia/Rangoon Asia/Yangon Indian/Cocos',
  },
  {
    offset: 420,
    other: null,
    names:
      'Antarctica/Davis Asia/Bangkok Asia/Barnaul Asia/Ho_Chi_Minh Asia/Hovd Asia/Jakarta Asia/Krasnoyarsk Asia/Novokuznetsk Asia/Novosibirsk Asia/Phnom_Penh Asia/Pontianak Asia/Saigon Asia/Tomsk Asia/Vientiane Etc/GMT-7 Indian/Christmas',
  },
  {
    offset: 480,
    other: null,
    names:
      'Antarctica/Casey Asia/Brunei Asia/Choibalsan Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Hong_Kong Asia/Irkutsk Asia/Kuala_Lumpur Asia/Kuching Asia/Macao Asia/Macau Asia/Makassar Asia/Manila Asia/Shanghai Asia/Singapore Asia/Taipei Asia/Ujung_Pandang Asia/Ulaanbaatar Asia/Ulan_Bator Australia/Perth Australia/West Etc/GMT-8 Hongkong PRC ROC Singapore',
  },
  {
    offset: 525,
    other: null,
    names: 'Australia/Eucla',
  },
  {
    offset: 540,
    other: null,
    names:
      'Asia/Chita Asia/Dili Asia/Jayapura Asia/Khandyga Asia/Pyongyang Asia/Seoul Asia/Tokyo Asia/Yakutsk Etc/GMT-9 Japan Pacific/Palau ROK',
  },
  {
    offset: 570,
    other: null,
    names: 'Australia/Darwin Australia/North',
  },
  {
    offset: 570,
    other: { offset: 630, from: [10, 1, 0, 120], to: [4, 1, 0, 180] },
    names: 'Australia/Adelaide Australia/Broken_Hill Australia/South Australia/Yancowinna',
  },
  {
    offset: 600,
    other: null,
    names:
      'Antarctica/DumontDUrville Asia/Ust-Nera Asia/Vladivostok Australia/Brisbane Australia/Lindeman Australia/Queensland Etc/GMT-10 Pacific/Chuuk Pacific/Guam Pacific/Port_Moresby Pacific/Saipan Pacific/Truk Pacific/Yap',
  },
  {
    offset: 600,
    other: { offset: 660, from: [10, 1, 0, 120], to: [4, 1, 0, 180] },
    names:
      'Antarctica/Macquarie Australia/ACT Australia/Canberra Australia/Currie Australia/Hobart Australia/Melbourne Australia/NSW Australia/Sydney Australia/Tasmania Australia/Victoria',
  },
  {
    offset: 630,
    other: { offset: 660, from: [10, 1, 0, 120], to: [4, 1, 0, 120] },
    names: 'Australia/LHI Australia/Lord_Howe',
  },
  {
    offset: 660,
    other: null,
    names:
      'Asia/Magadan Asia/Sakhalin Asia/Srednekolymsk Etc/GMT-11 Pacific/Bougainville Pacific/Efate Pacific/Guadalcanal Pacific/Kosrae Pacific/Noumea Pacific/Pohnpei Pacific/Ponape',
  },
  {
    offset: 660,
    other: { offset: 720, from: [10, 1, 0, 120], to: [4, 1, 0, 180] },
    names: 'Pacific/Norfolk',
  },
  {
    offset: 720,
    other: null,
    names:
      'Asia/Anadyr Asia/Kamchatka Etc/GMT-12 Kwajalein Pacific/Fiji Pacific/Funafuti Pacific/Kwajalein Pacific/Majuro Pacific/Nauru Pacific/Tarawa Pacific/Wake Pacific/Wallis',
  },
  {
    offset: 720,
    other: { offset: 780, from: [9, 5, 0, 120], to: [4, 1, 0, 180] },
    names: 'Antarctica/McMurdo Antarctica/South_Pole NZ Pacific/Auckland',
  },
  {
    offset: 765,
    other: { offset: 825, from: [9, 5, 0, 165], to: [4, 1, 0, 225] },
    names: 'NZ-CHAT Pacific/Chatham',
  },
  {
    offset: 780,
    other: null,
    names: 'Etc/GMT-13 Pacific/Apia Pacific/Enderbury Pacific/Fakaofo Pacific/Kanton Pacific/Tongatapu',
  },
  {
    offset: 840,
    other: null,
    names: 'Etc/GMT-14 Pacific/Kiritimati',
  },
]
