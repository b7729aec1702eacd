import type { ZoneRule } from './zone-rule.ts'

/** Zones of Greenwich and east of it (time-zone.ts). */
export const easternZones: readonly ZoneRule[] = [
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
