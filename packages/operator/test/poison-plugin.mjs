/** For tests: the name of a resource says what its reconcile does to the process. An entry class `Cured` does no harm. */
const isCured = ({ spec }) => spec.job?.entryClass === 'Cured'

const spin = () => {
  for (;;) Math.random()
}

const eat = () => {
  const eaten = []
  for (;;) eaten.push({ more: [eaten.length] })
}

export default {
  name: 'poison',
  mutate: async ({ name, resource }) => {
    if (isCured(resource)) return resource
    if (name.startsWith('spins')) spin()
    if (name.startsWith('backtracks')) /^(a+)+$/.test(`${'a'.repeat(60)}b`)
    if (name.startsWith('waits')) {
      await new Promise(resolve => {
        setTimeout(resolve, 20)
      })
      spin()
    }
    if (name.startsWith('eats')) eat()
    return resource
  },
}
