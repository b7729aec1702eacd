import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import { flinkSessionJobKind } from '@flink-operator/core/kind/flink-session-job'
import { describe, expect, test } from 'vitest'
import { type TamperedKind, tamperedStories } from '../../fuzz/tamper/tampered-stories.ts'
import { tamperSweep } from '../../fuzz/tamper/tamper-sweep.ts'

const kinds = Object.keys(tamperedStories) as readonly TamperedKind[]

describe('P01 P02 P06 P25 somebody tampers with a resource in some moment of its story: nothing is lost, and nothing waits silently', () => {
  test.each(kinds)('%s', kind => {
    const stories = kind === 'blue-green' ? /switch\/calm|suspend-resume\/no-fault/u
      : /^autoscaled/u.test(kind) ? /(?:in-place|savepoint)\/(?:constant|off)\/no-fault$/u : /(?:edit|manual|idle)/u
    const { count, failures } = tamperSweep({ kind, seed: 1, count: /^autoscaled/u.test(kind) ? 24 : 60, stories })
    expect(failures.map(({ index, story, what, problem }) => `${index} ${story}: ${what}: ${problem}`)).toEqual([])
    expect(count).toBeGreaterThan(5)
  })

  test('W41 a core that never marks which attempt ran is found: it starts the job from the state that an older status names', () => {
    const rules = {
      FlinkDeployment: {
        ...flinkDeploymentKind,
        reconcile: (...of: Parameters<typeof flinkDeploymentKind.reconcile>) =>
          flinkDeploymentKind.reconcile(...of).filter(({ _tag }) => _tag !== 'MarkStarted'),
      },
    }
    const firstMinutes = {
      kind: 'application',
      seed: 1,
      count: 4_000,
      stories: /suspend-resume-edit/u,
      what: /whole status of moment [0-3]$/u,
    } as const
    expect(tamperSweep({ ...firstMinutes, rules }).failures.map(({ problem }) => problem.slice(0, 3))).toEqual(['P25'])
    expect(tamperSweep(firstMinutes).failures).toEqual([])
  })

  test('a rule that lets a submitted job go is found', () => {
    const rules = {
      FlinkSessionJob: {
        ...flinkSessionJobKind,
        reconcile: (...of: Parameters<typeof flinkSessionJobKind.reconcile>) =>
          flinkSessionJobKind.reconcile(...of).filter(({ _tag }) => _tag !== 'StopWithSavepoint'),
      },
    }
    const { failures } = tamperSweep({ kind: 'session-job', seed: 1, count: 60, stories: /edit/u, rules })
    expect(failures.length).toBe(1)
  })
})
