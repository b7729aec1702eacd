import { countText, durationText, oneDigitText } from './number-text.ts'
import type { Played } from './played.ts'

/** What is summed of a configuration, by title. */
export const sumTitles = ['Restarts', 'Slot hours', 'Longest lag', 'Longest delay'] as const

/** The sums of one configuration, in the order of their titles. */
export const sumTexts = ({ result }: Played): readonly string[] => [
  countText(result.restarts),
  oneDigitText(result.slotHours),
  countText(result.longestLag),
  durationText(result.longestDelay),
]
