/** When the other offset begins or ends: month, week (5: the last), day of the week (0: Sunday), minutes of the day by the clock. */
export type ZoneChange = readonly [month: number, week: number, day: number, minutes: number]

/** How clocks of a zone are set: minutes east of UTC, and a second offset for a part of the year. */
export interface ZoneRule {
  readonly offset: number
  readonly other: { readonly offset: number; readonly from: ZoneChange; readonly to: ZoneChange } | null
  /** Names of the IANA database, between blanks. */
  readonly names: string
}
