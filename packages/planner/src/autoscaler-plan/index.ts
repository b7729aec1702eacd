/** What `flink-operator autoscaler plan` and the page of the autoscaler share: read, play, and say what came of it. */
export { type Chart, chartsOf, type Line } from './chart-series.ts'
export { configurationIn, findingsOf, type GivenOptions, type Wanted, wantedOf } from './configuration-in.ts'
export { documentsIn } from './documents-in.ts'
export { type Happening, happenings } from './happenings.ts'
export { countText, durationText, oneDigitText, timeText } from './number-text.ts'
export { longestDelayOf, type TimeNames, type TimeFlags, timesOf } from './plan-times.ts'
export { sumTexts, sumTitles } from './sums.ts'
export { type Played, playedWith, type Times } from './played.ts'
