import type { JsonObject } from '@flink-operator/core'
import {
  appliedDocument,
  type CrashStory,
  crashedAt,
  givenIn,
  madeUpUid,
  mergedWords,
  type Planned,
  type PlanWords,
  planWords,
  type PlayEnd,
  type StoryStep,
  withPlaceholders,
} from '@flink-operator/simulation/plan'
import { type DiffRow, documentDiff } from './document-diff.ts'
import type { PlannedResource } from './plan-texts.ts'

/** A step without the model's own world: texts alone. */
export type ReportedStep = Omit<StoryStep, 'world' | 'of'> & { readonly of: string | null }

/** A process that dies after so many steps, and what the next one does. */
export interface ReportedCrash {
  readonly boundary: number
  readonly steps: readonly ReportedStep[]
  readonly outcome: string
  readonly end: PlayEnd
  /** Is it the same end as without a crash? */
  readonly isSame: boolean
}

/** Everything that is shown of a resource, with names instead of the ids that are minted. */
export interface ReportedPlan {
  readonly title: string
  readonly basis: string
  readonly words: PlanWords
  readonly planned: Pick<Planned, 'rounds' | 'secrets'>
  readonly outcome: string
  readonly end: PlayEnd
  readonly begun: number
  readonly stands: StoryStep['stands']
  readonly running: StoryStep['running']
  readonly steps: readonly ReportedStep[]
  readonly crash: ReportedCrash | null
  readonly documents: readonly DiffRow[]
  /** The objects that what is deployed is made of. */
  readonly objectsBefore: readonly JsonObject[]
}

/** Of another resource than the one that is planned: its name. */
const reportedStep = (planned: string) => ({ world: _, of, ...step }: StoryStep): ReportedStep => {
  const name = of === null ? null : `${of.kind} ${of.name}`
  return { ...step, of: name === planned ? null : name }
}

/** The story of what is deployed begins with nothing: its objects belong to the resource as it is. */
const ownedBy = (deployed: JsonObject | null, objects: readonly JsonObject[]): readonly JsonObject[] => {
  const { uid } = (deployed?.['metadata'] ?? {}) as JsonObject
  return typeof uid === 'string' ? JSON.parse(JSON.stringify(objects).replaceAll(madeUpUid, uid)) as readonly JsonObject[] : objects
}

/** `boundary`: after how many steps the process dies; null: it does not. */
export const reportedPlan = (
  { title, resource, deployed, story, before, basis }: PlannedResource,
  boundary: number | null,
): ReportedPlan => {
  const { planned, steps, outcome, end, stands, running } = story
  const crash: CrashStory | null = boundary === null ? null : crashedAt(story, boundary)
  const step = reportedStep(`${story.of.kind} ${story.of.name}`)
  const own = deployed?.json ?? null
  const words = planWords({ ...planned, rendered: ownedBy(own, planned.rendered) }, {
    file: resource.file,
    kind: resource.kind,
    resource: `${resource.namespace ?? 'default'}/${resource.name}`,
    deployed: deployed === null ? 'nothing' : 'file',
    merged: mergedWords(appliedDocument(own, resource.json).before),
  })
  const isGiven = givenIn(resource.json, own)
  const reported = {
    words,
    steps: steps.map(step),
    outcome: outcome.text,
    stands,
    running,
    end,
    crash: crash === null ? null : {
      boundary: crash.boundary,
      steps: crash.steps.map(step),
      outcome: crash.outcome.text,
      end: crash.end,
      isSame: crash.outcome.text === outcome.text && crash.end._tag === end._tag,
    },
    planned: { rounds: planned.rounds, secrets: planned.secrets },
  }
  return {
    title,
    basis,
    ...withPlaceholders(reported, isGiven),
    begun: story.begun.world.now,
    documents: documentDiff(own, resource.json, planned.secrets),
    objectsBefore: withPlaceholders(ownedBy(own, before?.planned.rendered ?? []), isGiven),
  }
}
