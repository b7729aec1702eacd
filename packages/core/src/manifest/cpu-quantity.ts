/** Cores as a Kubernetes quantity, spelled as the reference operator spells them: `1.0`, `0.5`; in steps of one thousandth (M-D10). */
export const cpuQuantity = (cores: number): string => {
  const thousandths = Math.max(Math.round(cores * 1000), cores > 0 ? 1 : 0)
  const text = String(thousandths / 1000)
  return text.includes('.') ? text : `${text}.0`
}
