import { expect, test } from 'vitest'
import { deviations } from '../golden/deviations.ts'
import { families } from '../golden/families.ts'
import { judge } from '../golden/judge.ts'
import { ownVectors, readVectors } from '../golden/read-vectors.ts'

// Every fourth golden vector of the families that MUTATION_VECTORS names, one test each: a mutant that survives asks all of them.
const asked = new RegExp(process.env['MUTATION_VECTORS'] ?? '^autoscaler-', 'u')
for (const family of families.filter(({ name }) => asked.test(name))) {
  const rules = deviations.filter(it => it.family === family.name)
  for (const vector of readVectors(ownVectors, family.name).filter((_, n) => n % 4 === 0)) {
    test(vector.id, () => {
      expect(judge(family, vector, rules).problem).toBe(null)
    })
  }
}
