import { describe, expect, test } from 'vitest'
import { ExitCode } from '../../exit-code.ts'
import type { PlanWords } from '@flink-operator/simulation/plan'
import type { Problem } from '../problem.ts'
import { complaints, printed } from './printed.ts'
import { detailedExitCode, type PlacedPlan, plainExitCode, type PlanReport, verdict } from './report.ts'

const words = (change: Partial<PlanWords> = {}): PlanWords => ({
  file: 'a.yaml',
  kind: 'FlinkDeployment',
  resource: 'ns/app',
  deployed: 'file',
  merged: null,
  headline: 'Upgrade: stop with a savepoint, start from it',
  pending: [],
  phases: [{ phase: 'savepoint', does: ['stop job <id-1>'] }],
  failing: [],
  findings: [],
  diff: { type: 'UPGRADE', changes: [{ path: 'spec.image', type: 'UPGRADE', from: 'a', to: 'b|<c>' }] },
  operation: { kind: 'Suspend', mode: 'SAVEPOINT', why: 'because' },
  saw: {},
  unseen: [],
  actions: ['stop job <id-1>'],
  waitingFor: null,
  then: [],
  impact: { _tag: 'Change' },
  rendered: [{ kind: 'Service' }, { kind: 'Deployment' }],
  ...change,
})
const plan = (change: Partial<PlanWords> = {}): PlacedPlan => ({
  words: words(change),
  placeOf: field => ({ file: 'a.yaml', line: field.length, column: 3 }),
})
const problem = (exitCode: Problem['exitCode'] = ExitCode.Usage): Problem => ({
  file: 'dir/b,c.yaml',
  line: 7,
  column: 5,
  resource: 'FlinkDeployment b',
  field: 'spec.jbo',
  message: '100% unknown\nreally',
  exitCode,
})
const report = (plans: readonly PlacedPlan[], problems: readonly Problem[] = []): PlanReport => ({ plans, problems, passedOver: [] })

const none = plan({ impact: { _tag: 'None' } })
const stateless = plan({ impact: { _tag: 'Stateless', why: 'the job restarts from empty state' } })
const risky = plan({ impact: { _tag: 'Risky', why: 'x' } })
const invalid = plan({ impact: { _tag: 'Invalid' }, findings: [{ severity: 'Error', field: 'spec.job', message: 'no' }] })
const unseen = plan({
  headline: 'Not known',
  impact: { _tag: 'Unknown' },
  unseen: [{ fact: 'jobs', reason: 'Unreachable', message: 'no route' }],
})

describe('exit codes', () => {
  test.each<[string, PlanReport, number, number, string]>([
    // of                                          plain  detailed
    ['nothing of ours', report([]), 0, 0, 'None'],
    ['no change', report([none]), 0, 0, 'None'],
    ['a change', report([none, plan()]), 0, 2, 'Change'],
    ['a stateless one among others', report([plan(), stateless, none]), 0, 3, 'Stateless'],
    ['a risky one', report([stateless, risky]), 0, 3, 'Risky'],
    ['an invalid spec', report([risky, invalid]), 1, 1, 'Invalid'],
    ['what is not known', report([risky, unseen]), 4, 1, 'Unknown'],
    ['not known, and invalid', report([unseen, invalid]), 1, 1, 'Invalid'],
    ['a file that is refused', report([invalid], [problem()]), 2, 1, 'Error'],
    ['a cluster that does not answer', report([none], [problem(), problem(ExitCode.Environment)]), 3, 1, 'Error'],
  ])('%s', (_, of, plain, detailed, called) => {
    expect([plainExitCode(of), detailedExitCode[verdict(of)], verdict(of)]).toEqual([plain, detailed, called])
  })
})

describe('forms', () => {
  test('github: annotations with file, line and column; their text is escaped', () => {
    expect(
      printed(
        report([plan({ findings: [{ severity: 'Advice', field: 'spec.x', message: 'hm' }] }), stateless, none, unseen], [problem()]),
        { output: 'github' },
      ).split('\n'),
    ).toEqual([
      '::error file=dir/b%2Cc.yaml,line=7,col=5,title=FlinkDeployment b::spec.jbo: 100%25 unknown%0Areally',
      '::warning file=a.yaml,line=6,col=3,title=FlinkDeployment ns/app::spec.x: hm',
      '::notice file=a.yaml,line=4,col=3,title=FlinkDeployment ns/app::Upgrade: stop with a savepoint, start from it',
      '::warning file=a.yaml,line=4,col=3,title=FlinkDeployment ns/app::Upgrade: stop with a savepoint, start from it (stateless: the job restarts from empty state)',
      '::error file=a.yaml,line=4,col=3,title=FlinkDeployment ns/app::Not known (not known)',
    ])
  })

  test('markdown: a table, each plan folded up, no cell broken', () => {
    const text = printed(report([plan(), none, stateless], [problem()]), { output: 'markdown' })
    expect(text).toContain('1 with errors, 1 stateless or risky, 1 changed, 1 unchanged.')
    expect(text).toContain('| 🔷 | FlinkDeployment `ns/app` | a.yaml | Upgrade: stop with a savepoint, start from it | change |')
    expect(text).toContain('- ❌ dir/b,c.yaml:7: spec.jbo: 100% unknown really')
    expect(text.match(/<details>/g)).toHaveLength(2)
    for (const row of text.split('\n').filter(line => line.startsWith('| '))) expect(row.replaceAll('\\|', '').match(/\|/g)).toHaveLength(6)
  })

  test('json: one value, with what could not be planned', () => {
    expect(JSON.parse(printed(report([none], [problem()]), { output: 'json' }))).toMatchObject({
      verdict: 'Error',
      plans: [{ resource: 'ns/app', rendered: [] }],
      passedOver: [],
      problems: [{ file: 'dir/b,c.yaml', line: 7, field: 'spec.jbo' }],
    })
    expect(complaints(report([none], [problem()]), { output: 'json' })).toBe('')
  })

  test('--render: YAML alone; what is wrong is told on standard error', () => {
    expect(printed(report([invalid]), { output: 'text', render: true })).toBe(
      '# FlinkDeployment ns/app (a.yaml): Upgrade: stop with a savepoint, start from it\n---\nkind: Service\n---\nkind: Deployment',
    )
    expect(complaints(report([invalid]), { output: 'text', render: true })).toBe('flink-operator: a.yaml:8: spec.job: no')
  })
})
