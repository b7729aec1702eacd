import { describe, expect, test } from 'vitest'
import { blueGreenCorpus, blueGreenCourseOf, phaseOf } from './blue-green-course.ts'

const courses = blueGreenCorpus.map(entry => ({ entry, course: blueGreenCourseOf(entry) }))
const titled = courses.map(({ entry, course }) => [entry.id, entry, course] as const)
const isEdited = ({ situation }: { readonly situation: string }): boolean => situation.startsWith('edit')
describe('a FlinkBlueGreenDeployment of the reference operator under ours', () => {
  test.each(titled)('%s goes where it was going, and comes to rest', (_id, entry, { end, quiet }) => {
    expect([end, quiet]).toEqual([isEdited(entry) ? 'ACTIVE_GREEN, job RUNNING, app-green' : 'ACTIVE_BLUE, job RUNNING, app-blue', true])
  })

  test.each(titled)('B105 %s: a job runs all the time', (_id, _entry, { everWithout }) => {
    expect(everWithout).toBe(false)
  })

  test.each(titled.filter(([, entry]) => isEdited(entry)))(
    'P01 %s: green never starts without the state of blue',
    (_id, _entry, { effects }) => {
      expect(effects.filter(effect => effect.startsWith('create app-green') && !effect.includes(' from '))).toEqual([])
    },
  )

  test.each(
    titled.filter(([, entry]) => phaseOf(entry) === (isEdited(entry) ? 'ACTIVE_GREEN' : 'ACTIVE_BLUE')),
  )('P14 %s: a healthy job is taken over without any effect', (_id, _entry, { effects }) => {
    expect(effects).toEqual([])
  })

  test.each(titled)('%s: nothing is created that is there, and nothing is changed for nothing', (_id, { children }, { effects }) => {
    const there = children.map(({ metadata }) => metadata['name'] as string)
    const deleted = (name: string): boolean => effects.includes(`delete ${name}`)
    expect(there.filter(name => effects.some(it => it.startsWith(`create ${name}`)) && !deleted(name))).toEqual([])
    expect(effects.filter(it => it.startsWith('change '))).toEqual([])
  })
})
