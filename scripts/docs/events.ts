import type { EmitEvent } from '../../packages/core/src/contract/action/emit-event.ts'
import { initialFlinkDeploymentStatus } from '../../packages/core/src/crd/flink-deployment-status-fields.ts'
import { lifecycleStates } from '../../packages/core/src/crd/status-parts.ts'
import { conditionsOf } from '../../packages/core/src/job/report/job-conditions.ts'
import { lifecycleWords } from '../../packages/core/src/job/report/state-words.ts'
import { type LifecycleState, jobStates } from '../../packages/core/src/contract/resource/job-status.ts'
import type { ErrorOwner } from '../../packages/core/src/contract/round/decision.ts'
import type { FlinkDeploymentDesired } from '../../packages/core/src/kind/flink-deployment/application/application-round.ts'
import { events } from '../../packages/core/src/kind/flink-deployment/application/report/application-events.ts'
import { upgradeErrors } from '../../packages/core/src/job/upgrade/upgrade-answer.ts'
import { eventReasons as applicationReasons } from '../../packages/lyft/src/event-reasons.ts'
import { eventReasons } from './event-reasons.ts'
import { code, page, table, type Page } from './markdown.ts'
import { isTest, sourceFiles } from './source-files.ts'

/** The kind of another operator, with reasons of its own: its definition tells them. */
const application = 'packages/lyft/src'

/** Reasons that a FlinkApplication's events and problems are told by. */
const reasonsOfApplication = (): readonly string[] => {
  const patterns = [
    /(?:normal|warning)\(\s*'(\w+)'/gu,
    /reported\(\s*round,\s*'(\w+)'/gu,
    /reason: '([A-Z]\w+)'/gu,
    /_tag === 'CreateObject' \? '(\w+)'/gu,
  ]
  return sourceFiles([application], path => !isTest(path) && !path.endsWith('event-reasons.ts')).flatMap(({ text }) =>
    patterns.flatMap(pattern => [...text.matchAll(pattern)].map(([, name = '']) => name))
  )
}

const checkedApplication = (): void => {
  const used = new Set(reasonsOfApplication())
  const known = Object.keys(applicationReasons)
  const missing = [...used].filter(reason => !known.includes(reason))
  const unused = known.filter(reason => !used.has(reason))
  if (missing.length + unused.length > 0)
    throw new Error(
      `${application}/event-reasons.ts: without a line: ${missing.join(', ') || 'none'}; not in the code: ${unused.join(', ') || 'none'}`,
    )
}

const folders = [
  ...['autoscaler', 'cluster', 'contract/round', 'job', 'kind', 'manifest'].map(it => `packages/core/src/${it}`),
  'packages/operator/src/quarantine',
  'packages/operator/src/resource',
]

/** Reasons that the code names: of events, of problems, and of pods that can't start. */
export const reasonsInCode = (): readonly string[] => {
  const patterns = [
    /(?:reason|eventReason):\s*((?:\w+ === '\w+'\s*\? )?'\w+'(?:\s*: '\w+')?)/g,
    /event\(\s*'(?:Normal|Warning)',\s*(?:'\w+'|component),\s*('\w+')/g,
    /failure\(\s*('\w+')/g,
    /blocked\(\s*it,\s*('\w+')/g,
    /waitingReasons[^=]*= \[([^\]]*)\]/g,
  ]
  const found = sourceFiles(folders, path => !isTest(path) && !path.startsWith(application)).flatMap(({ text }) =>
    patterns.flatMap(pattern =>
      [...text.matchAll(pattern)].flatMap(([, names = '']) =>
        [...names.matchAll(/'([A-Z]\w*[a-z]\w*)'/g)].flatMap(([, name]) => (name === undefined ? [] : [name]))
      )
    )
  )
  return [...new Set(found)].sort()
}

const checked = (): void => {
  const known = Object.keys(eventReasons)
  const used = reasonsInCode()
  const missing = used.filter(reason => !known.includes(reason))
  const unused = known.filter(reason => !used.includes(reason))
  if (missing.length + unused.length > 0)
    throw new Error(
      `scripts/docs/event-reasons.ts: without a line: ${missing.join(', ') || 'none'}; not in the code: ${unused.join(', ') || 'none'}`,
    )
}

type Sample = EmitEvent | readonly EmitEvent[]

/** The events of the table, the variable parts of their texts in angle brackets. */
const samples = (): readonly EmitEvent[] => {
  const { paused, scalingGivenUp, specChanged, jobStatusChanged, missing, problem: _, ...plain } = events
  const fixed: readonly Sample[] = Object.values(plain as Readonly<Record<string, Sample | ((...args: string[]) => EmitEvent)>>).filter(
    it => typeof it !== 'function',
  )
  return [
    ...fixed.flat(),
    scalingGivenUp('<why>', 0),
    paused('<annotation>'),
    specChanged('<change>', '<fields>', 0),
    jobStatusChanged('<state>', '<state>'),
    missing('JobManagerDeployment'),
    missing('Job'),
  ]
}

const eventTable = (): string => {
  const fixed = samples()
  const rows = fixed.map(({ reason, type, component, message }) => [linked(reason), type, component, message, eventReasons[reason] ?? ''])
  const named = new Set(fixed.map(({ reason }) => reason))
  const others = Object.entries(eventReasons).filter(([reason]) => !named.has(reason)).map((
    [reason, meaning],
  ) => [linked(reason), 'Warning', '', 'as it is found', meaning])
  return table(
    ['reason', 'type', 'component', 'text', 'when'],
    [...rows, ...others].map(row => row.map(text => text.replaceAll('<', '&lt;'))),
  )
}

/** What to do about it: a row of that page, which test/unit/docs-for-users.test.ts asks for. */
const linked = (reason: string): string => `[${code(reason)}](../troubleshooting/reasons.md#${reason.toLowerCase()})`

const desired = {
  generation: 1,
  meta: { generation: 1, annotations: {}, deletionTimestamp: null },
  findings: [],
  secrets: [],
} as unknown as FlinkDeploymentDesired
const recorded = {
  ...initialFlinkDeploymentStatus,
  observedGeneration: 1,
  reconciliationStatus: { ...initialFlinkDeploymentStatus.reconciliationStatus, lastReconciledSpec: '{}' },
}

const conditionRow = (name: string, lifecycleState: LifecycleState, stalled: boolean): readonly string[] => {
  const conditions = conditionsOf({ ...recorded, lifecycleState }, desired, stalled, 0)
  const shown = (type: string): string => {
    const condition = conditions.find(it => it.type === type)
    return condition === undefined ? '' : `${condition.status} ${code(condition.reason)}`
  }
  return [name, shown('Ready'), shown('Reconciling'), shown('Stalled'), stalled ? 'that of `status.error`' : lifecycleWords[lifecycleState]]
}

/** What the code itself writes in each lifecycle state. */
const conditionTable = (): string =>
  table(['lifecycle state', 'Ready', 'Reconciling', 'Stalled', 'message of Ready'], [
    ...lifecycleStates.filter(state => state !== 'FAILED' && state !== 'DELETED').map(state => conditionRow(state, state, false)),
    conditionRow('FAILED, and a person has to act', 'FAILED', true),
    conditionRow('SUSPENDED, STABLE or ROLLED_BACK, and a person has to act', 'STABLE', true),
  ])

const runningReasons = (): string =>
  jobStates.map(state =>
    conditionsOf({ ...recorded, jobStatus: { ...recorded.jobStatus, state } }, desired, false, 0).find(({ type }) => type === 'Running')
  ).flatMap(it => (it === undefined ? [] : [code(it.reason)])).join(', ')

/** Who finds an error, and when it goes: `recordError` and `stillOwned` of summarize-deployment.ts. */
const owners: Readonly<Record<ErrorOwner, readonly [finds: string, goes: string]>> = {
  validation: ['the spec, or the record of what was deployed', 'with the next round that does not find it'],
  'job-manager': [
    "the JobManager can't start, is missing, or has not been ready for long; Flink can't be reached",
    'when the JobManager is READY, or on its way again',
  ],
  job: ['the job failed, is not listed, or was cancelled by somebody else', 'when the job is not FAILED any more'],
  upgrade: ['an upgrade or restore that needs a person (E1 to E3)', 'with the next round that does not find it'],
  operation: [
    'a stop, a deploy or a tear-down that fails or takes too long',
    'when its next attempt begins; of a stop: when one succeeds, or the edit is taken back',
  ],
  round: ['a call to Kubernetes or Flink that failed', 'with the next round'],
}

export const eventsPage = (): Page => {
  checked()
  checkedApplication()
  return page(
    'docs/reference/events-and-conditions.md',
    'Events, conditions, errors',
    '## Events',
    "Events are best effort: one that can't be written changes nothing. A repeated event is counted up, not written again; texts are cut at 1,000 characters.",
    eventTable(),
    '### Of a FlinkApplication',
    "Spelled as Lyft's operator spells them; in `BlueGreen` mode the text ends with the colour.",
    table(
      ['reason', 'when'],
      Object.entries(applicationReasons).map(([reason, meaning]) => [
        `<a id="${reason.toLowerCase()}"></a>${code(reason)}`,
        meaning,
      ]),
    ),
    '## Conditions',
    `\`Ready\`, \`Reconciling\` and \`Stalled\` are what kstatus (and so Argo CD, Flux, \`kubectl wait\`) reads; each carries \`observedGeneration\`. \`Running\` is the Apache operator's: True while the
job is RUNNING, its reason the state of the job: ${runningReasons()}. \`Ready\` is False, too, as long as an
edit was not begun, and, with the reason \`JobManagerNotReady\` and the cause, as long as the JobManager of a job that is to run, or of a session cluster, is not ready. There are no conditions before the first deployment,
but these: \`Paused\` exists only while it is True, with the reason \`Annotation\`, or \`UnknownValue\` if the annotation is not understood. \`Ready\` then has the reason \`Paused\`, too, and stays True if the resource is as its spec says. \`SpecWarning\` is there while the spec is followed but some of it may not do what its
author meant; every kind has it.`,
    conditionTable(),
    `A FlinkApplication has the same three, and \`Paused\`. \`Ready\`: its phase is \`Running\` or \`DualRunning\`, and nothing is found wrong. \`Stalled\`: it is \`DeployFailed\`, or a person has to
do something; the message says what. \`Reconciling\`: any other phase. The reason is the phase, or that of the event.`,
    '## status.error',
    `JSON text \`{type, message, additionalMetadata, throwableList}\` with the Apache operator's class names, or the plain text \`Job Not Found\`. It says what is wrong now: whoever found an error
clears it (\`status.operatorRecord.errorOwner\`). An error of the Apache operator that was taken over goes when the job runs.`,
    table(['owner', 'what was found', 'when it goes'], Object.entries(owners).map(([owner, [finds, goes]]) => [code(owner), finds, goes])),
    '### Texts of blocked upgrades',
    table(['name', 'text'], Object.entries(upgradeErrors)),
  )
}
