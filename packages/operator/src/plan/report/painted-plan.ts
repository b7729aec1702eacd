import { painted, plainText } from '../../output/plain-text.ts'

const bold = painted(true, 1)
const dim = painted(true, 2)
const red = painted(true, 31)
const green = painted(true, 32)
const yellow = painted(true, 33)

const headings = [
  'not known',
  'risk',
  'found',
  'changes',
  'not rolled out yet',
  'compared',
  'why',
  'what happens',
  'if it fails',
  'seen',
  'does',
]

const isHeading = (line: string): boolean => headings.includes(line) || line.startsWith('then, if all')

/** Lines of a plan's sections are indented; a line that is not, and is no heading, is the headline of a plan or the summary. */
const paintedLine = (line: string, section: string): string => {
  if (isHeading(line)) return dim(line)
  if (line === '') return ''
  if (!line.startsWith(' ')) return bold(line)
  if (section === 'risk' || section === 'not known' || line.startsWith('  ✗')) return red(line)
  if (section === 'changes') return yellow(line)
  if (section === 'compared' || section === 'seen') return dim(line)
  return line.endsWith('the job runs') ? green(line) : plainText(line)
}

/** The text of plans in the colours of a terminal. */
export const paintedPlans = (text: string): string => {
  const lines = text.split('\n')
  const sections = lines.reduce<readonly string[]>(
    (all, line) => [...all, isHeading(line) ? line : line.startsWith(' ') ? all.at(-1) ?? '' : ''],
    [],
  )
  return lines.map((line, index) => paintedLine(line, sections[index] ?? '')).join('\n')
}
