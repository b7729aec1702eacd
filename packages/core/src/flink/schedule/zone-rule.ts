/** When the other offset starts or ends: month, week (5: the last), day of the week (0: Sunday), minutes of the local day. */
export type ZoneChange = readonly [month: number, week: number, day: number, minutes: number]

/** Offset of a zone in minutes east of UTC, and an optional second offset for a part of the year. */
export interface ZoneRule {
  readonly offset: number
  readonly other: { readonly offset: number; readonly from: ZoneChange; readonly to: ZoneChange } | null
  /** Names in the IANA database, separated by blanks. */
  readonly names: string
}
