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
} from '@flink-operator/core/plan'
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

export interface PlannedTexts {
  readonly plans: readonly PlannedResource[]
  /** A line each: text, line, field, what is wrong. */
  readonly problems: readonly string[]
  readonly passedOver: readonly string[]
}

const passedWords = ({ file, line, what, why }: PassedOver): string => `${file}:${line ?? 1}: passed over: ${what}, ${why}`

/**
 * The page tells all values of a change: it shows them to the person who has them in the fields above, and sends them nowhere. Secrets that
 * are known by name or form are hidden all the same, for whoever looks on.
 */
const showValues = { 'kubernetes.operator.events.show-values': 'true' }

/** What stands in the texts is told by `what is deployed:12` and `the edit:3`. */
export const planTexts = ({ deployed, edit, configuration = {}, observed = null }: Texts): PlannedTexts => {
  const before = readText('what is deployed', deployed)
  const wanted = readText('the edit', edit)
  const told = [...before.resources, ...wanted.resources]
  const planned = wanted.resources.map((resource): E.Either<InputProblem, PlannedResource> => {
    const there = deployedOf(resource, before.resources)
    const cluster = sessionClusterOf(resource, there?.json ?? null, told)
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
        title: `${resource.kind} ${namespace}/${resource.name}`,
        resource,
        deployed: there,
        story: found,
        basis: basisWords(observed, there, found.seen),
        before: first === null || E.isLeft(first) ? null : first.right,
      }),
    )(story)
  })
  const failed = planned.flatMap(it => (E.isLeft(it) ? [it.left] : []))
  return {
    plans: planned.flatMap(it => (E.isRight(it) ? [it.right] : [])),
    problems: [...before.problems, ...wanted.problems, ...failed].map(problemText),
    passedOver: [...before.passedOver, ...wanted.passedOver].map(passedWords),
  }
}
