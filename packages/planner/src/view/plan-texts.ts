import { makeEnv } from '@flink-operator/core'
import {
  asOf,
  deployedOf,
  type FileResource,
  type InputProblem,
  type PassedOver,
  problemText,
  sessionClusterOf,
  type Story,
  storyOf,
} from '@flink-operator/simulation/plan'
import * as E from 'fp-ts/lib/Either.js'
import { basisWords, type Observed, usable } from './basis.ts'
import { readText } from './read-texts.ts'

/** Two texts: the resources as they are, and as they are to be. */
export interface Texts {
  /** Empty: nothing is deployed. */
  readonly deployed: string
  readonly edit: string
  /** What the operator is configured with beside its defaults, by key. */
  readonly configuration?: Readonly<Record<string, string>>
  /** What the operator saw last of what is deployed; null: nothing is known of that. */
  readonly observed?: Observed | null
}

/** One resource of the edit, and its story. */
export interface PlannedResource {
  /** `FlinkDeployment default/app` */
  readonly title: string
  readonly resource: FileResource
  readonly deployed: FileResource | null
  readonly story: Story
  /** What the plan begins with, in words. */
  readonly basis: string
  /** The story of what is deployed, from nothing: its objects are those that an edit changes. */
  readonly before: Story | null
}

/** A mistake, and where a person can mend it. */
export interface TextProblem {
  /** One line: text, line, field, what is wrong. */
  readonly text: string
  readonly in: 'deployed' | 'edit'
  /** From 1; null: it concerns no single line. */
  readonly line: number | null
}

/** What stands in the texts, read but not planned. */
export interface ReadTexts {
  readonly before: readonly FileResource[]
  readonly wanted: readonly FileResource[]
  readonly problems: readonly TextProblem[]
  readonly passedOver: readonly string[]
}

export interface PlannedTexts {
  readonly read: ReadTexts
  /** Of each resource of the edit. */
  readonly titles: readonly string[]
  /** The resource that is shown; null: there is none, or it can't be planned. */
  readonly plan: PlannedResource | null
  readonly problems: readonly TextProblem[]
  readonly passedOver: readonly string[]
}

const passedWords = ({ file, line, what, why }: PassedOver): string => `${file}:${line ?? 1}: passed over: ${what}, ${why}`

/**
 * The page tells all values of a change: it shows them to the person who has them in the fields above, and sends them nowhere. Secrets that
 * are known by name or form are hidden all the same, for whoever looks on.
 */
const showValues = { 'kubernetes.operator.events.show-values': 'true' }

/** How problems name the texts. */
const names = { deployed: 'what is deployed', edit: 'the edit' } as const

const textProblem = (problem: InputProblem): TextProblem => ({
  text: problemText(problem),
  in: problem.file === names.deployed ? 'deployed' : 'edit',
  line: problem.line,
})

const titleOf = ({ kind, namespace, name }: FileResource): string => `${kind} ${namespace ?? 'default'}/${name}`

export const readTexts = ({ deployed, edit }: Pick<Texts, 'deployed' | 'edit'>): ReadTexts => {
  const before = readText(names.deployed, deployed)
  const wanted = readText(names.edit, edit)
  return {
    before: before.resources,
    wanted: wanted.resources,
    problems: [...before.problems, ...wanted.problems].map(textProblem),
    passedOver: [...before.passedOver, ...wanted.passedOver].map(passedWords),
  }
}

const planOne = (
  { configuration = {}, observed = null }: Texts,
  { before, wanted }: ReadTexts,
  resource: FileResource,
): E.Either<InputProblem, PlannedResource> => {
  const there = deployedOf(resource, before)
  const cluster = sessionClusterOf(resource, there?.json ?? null, [...before, ...wanted])
  const look = usable(observed, there)
  const env = makeEnv({
    now: look?.at ?? asOf(resource.json, there?.json ?? null, cluster),
    configuration: { ...configuration, ...showValues },
  })
  const namespace = resource.namespace ?? 'default'
  const story = storyOf({
    deployed: there?.json ?? null,
    wanted: resource.json,
    env,
    namespace,
    cluster,
    ...(look === null ? {} : { facts: look.facts }),
  })
  const first = there === null ? null : storyOf({ deployed: null, wanted: there.json, env, namespace, cluster })
  return E.bimap(
    (message: string): InputProblem => ({ ...resource.placeOf(''), resource: null, field: null, message }),
    (found: Story): PlannedResource => ({
      title: titleOf(resource),
      resource,
      deployed: there,
      story: found,
      basis: basisWords(observed, there, found.seen),
      before: first === null || E.isLeft(first) ? null : first.right,
    }),
  )(story)
}

/** Plans one resource of the edit, the only one that is shown: a plan takes far longer than reading (N16). */
export const planChosen = (texts: Texts, read: ReadTexts, chosen: number): PlannedTexts => {
  const resource = read.wanted[chosen]
  const planned = resource === undefined ? null : planOne(texts, read, resource)
  return {
    read,
    titles: read.wanted.map(titleOf),
    plan: planned !== null && E.isRight(planned) ? planned.right : null,
    problems: [...read.problems, ...(planned !== null && E.isLeft(planned) ? [textProblem(planned.left)] : [])],
    passedOver: read.passedOver,
  }
}
