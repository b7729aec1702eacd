/** Lines of code of a source text: without blank lines, comments, and imports. */
export const codeLines = (text: string): number => {
  let lines = 0
  let inside: 'code' | 'comment' | 'import' = 'code'
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (inside === 'code' && line.startsWith('/*')) inside = 'comment'
    else if (inside === 'code' && /^import\b(?!\()/u.test(line)) inside = 'import'
    if (inside === 'comment') {
      if (line.endsWith('*/')) inside = 'code'
    } else if (inside === 'import') {
      if (/['"]$/u.test(line)) inside = 'code'
    } else if (line !== '' && !line.startsWith('//')) lines += 1
  }
  return lines
}

/** The middle one; of an even number the lower of the two. */
export const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? 0

/** Those that stand more than once, each once. */
export const repeated = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.filter((text, index) => texts.indexOf(text) !== index)),
]
