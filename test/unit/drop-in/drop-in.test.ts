import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../packages/core/src/contract/resource/json.ts'
import { runRound } from '../../golden/scripted-rounds.ts'
import { blueGreenCorpus, blueGreenCourseOf } from './blue-green-course.ts'
import { corpus, type CorpusEntry, isStateful, settingsOf } from './corpus-world.ts'
import { type Course, courseOf } from './course.ts'
import { dropInPage } from './drop-in-page.ts'
import { expectedEnds } from './expected-ends.ts'

const courses: readonly { readonly entry: CorpusEntry; readonly course: Course }[] = corpus.map(entry => ({
  entry,
  course: courseOf(entry),
}))
const withoutRepeats = (effects: readonly string[]): readonly string[] => effects.filter((effect, index) => effect !== effects[index - 1])

const isPeriodic = ({ resource: { spec } }: CorpusEntry): boolean =>
  Object.keys((spec['flinkConfiguration'] ?? {}) as object).some(key => key.includes('.periodic.'))
const isSteady = ({ features }: CorpusEntry): boolean =>
  features.lifecycle === 'STABLE' && features.job === 'RUNNING' && features.generation === 'current' && !features.deleting
const wasNeverDeployed = ({ features }: CorpusEntry): boolean => features.job === null

describe('a status of the reference operator under ours', () => {
  test('every entry has an expected end', () => {
    expect(corpus.map(({ id }) => id)).toEqual(Object.keys(expectedEnds))
  })

  test.each(courses.map(({ entry, course }) => [entry.id, entry, course] as const))(
    '%s ends as expected, by the expected effects',
    (id, _entry, { end, effects }) => {
      expect({ end, effects: withoutRepeats(effects) }).toEqual({ end: expectedEnds[id]?.end, effects: expectedEnds[id]?.effects })
    },
  )

  test.each(courses.map(({ entry, course }) => [entry.id, entry, course] as const))(
    'P02 %s: no second job, and nothing that must not happen',
    (_id, _entry, { world }) => {
      expect(world.breaches()).toEqual([])
    },
  )

  test.each(
    courses.filter(({ entry }) => isStateful(entry) && !wasNeverDeployed(entry)).map(({ entry, course }) => [entry.id, course] as const),
  )('P01 %s: a stateful job is not started empty', (_id, { effects }) => {
    expect(effects).not.toContain('deploy from empty state')
    expect(effects).not.toContain('submit from empty state')
  })

  test.each(courses.filter(({ entry }) => isSteady(entry) && !isPeriodic(entry)).map(({ entry, course }) => [entry.id, course] as const))(
    'P14 %s: a healthy job is taken over by one status write',
    (_id, { effects, writes }) => {
      expect({ effects, writes }).toEqual({ effects: [], writes: 1 })
    },
  )

  test.each(
    courses.filter(({ entry, course }) => !isPeriodic(entry) && !course.world.gone).map(({ entry, course }) =>
      [entry.id, entry, course] as const
    ),
  )('P08 %s: once settled nothing more is written or done', (_id, entry, { quiet, world }) => {
    expect([quiet, runRound(world, settingsOf(entry)).idle]).toEqual([true, true])
  })
})

describe('a session job that the reference operator was submitting, and which Flink does not list', () => {
  test.each(['session-jobs-15', 'session-jobs-20'])('B02 %s: nothing is run beside it, and a person is told', id => {
    const found = corpus.find(entry => entry.id === id) ?? expect.fail(id)
    const { effects, world } = courseOf(found, ({ process }) => {
      if (process !== null) process.jobs = []
    })
    expect(effects).toEqual([])
    expect((world.resource['status'] as JsonObject)['error']).toContain('spec.job.initialSavepointPath')
  })
})

describe('docs/drop-in.md', () => {
  test('is what the corpus says (`vitest -u` writes it anew)', async () => {
    const blueGreen = blueGreenCorpus.map(entry => ({ entry, course: blueGreenCourseOf(entry) }))
    await expect(dropInPage(courses, blueGreen)).toMatchFileSnapshot('../../../docs/drop-in.md')
  })
})
