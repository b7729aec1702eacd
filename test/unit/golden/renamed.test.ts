import { describe, expect, test } from 'vitest'
import { deviations } from '../../golden/deviations.ts'
import { families } from '../../golden/families.ts'
import { judge } from '../../golden/judge.ts'
import { inNames } from '../../golden/names.ts'
import { ownVectors, readVectors } from '../../golden/read-vectors.ts'
import { renamed } from '../../golden/renamed.ts'

describe('a declared deviation is a rule about what the values of a vector are, not about what they are called', () => {
  // `npm run golden -- --renamed` does so with all
  test.each(['reconcile', 'upgrade-mode', 'observe'])('%s: with other images and paths the verdict is the same', name => {
    const family = families.find(it => it.name === name) ?? expect.fail(name)
    const some = readVectors(ownVectors, name).filter((_, at) => at % 31 === 7)
    const verdictOf = (vector: typeof some[number]) => judge(family, vector, deviations).tag
    expect(some.map(vector => [vector.id, verdictOf(renamed(vector))])).toEqual(some.map(vector => [vector.id, verdictOf(vector)]))
  })

  test('an image is called by what it is', () => {
    const spec = (image: string) => ({ image, flinkConfiguration: { 'execution.checkpointing.dir': 's3://there/cp' } })
    const given = { resource: { spec: spec('c') }, lastReconciledSpec: spec('a'), lastStableSpec: spec('b') }
    const named = (text: string) => inNames({ id: 'x', given, expect: {} }, text)
    expect(['a', 'b', 'c', 'd'].map(image => named(`deploy 1 from s3://there/sp parallelism 2 image ${image}`))).toEqual(
      ['flink:x', 'stable', 'other', 'd'].map(image => `deploy 1 from s3://b/sp parallelism 2 image ${image}`),
    )
  })
})
