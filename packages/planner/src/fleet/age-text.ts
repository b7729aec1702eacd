/** `45s`, `12m`, `3h`, `5d`, as `top` and kubectl write ages; null: `-`. */
export const ageText = (millis: number | null): string => {
  if (millis === null) return '-'
  const seconds = Math.max(0, millis) / 1000
  if (seconds < 10) return `${Math.floor(seconds * 10) / 10}s`
  const units = [['d', 86_400], ['h', 3_600], ['m', 60]] as const
  const [unit, size] = units.find(([, it]) => seconds >= 2 * it) ?? ['s', 1]
  return `${Math.floor(seconds / size)}${unit}`
}
