import { randomBytes } from 'node:crypto'
import type { AdapterError, Json, JsonObject } from '@flink-operator/core'
import type { RunJar } from '@flink-operator/core/action'
import { exactJsonText } from '@flink-operator/core/codec'
import { atJob, isSession, perform, shownJars } from '@flink-operator/simulation'
import { isObject, numberAt, textAt } from '../object/fields.ts'
import { type Call, endpointOf } from './call.ts'
import { withOwnConfiguration } from './cluster-settings.ts'
import { handlerException, okAnswer, type RestAnswer } from './rest-answer.ts'

/** `/jars` of a session cluster; null: an application's JobManager does not serve this path. */
export const answerJars = (call: Call, [jarId = '', what = '']: readonly string[]): RestAnswer | null => {
  const { method, settings } = call
  if (!isSession(settings)) return null
  switch (`${method} ${jarId === 'upload' ? 'upload' : jarId === '' ? '' : ':id'}${what === '' ? '' : `/${what}`}`) {
    case 'GET ':
      return okAnswer({ address: 'http://localhost:8081', files: shownJars(call.process).map(jar => ({ ...jar, entry: [] })) })
    case 'POST upload':
      return upload(call)
    case 'POST :id/run':
      return run(call, jarId)
    case 'DELETE :id':
      return remove(call, jarId)
    default:
      return null
  }
}

/** The content is not checked: Flink checks it when the jar is run. */
const upload = (call: Call): RestAnswer => {
  const name = textAt(isObject(call.body) ? call.body : {}, 'filename')
  if (!name.endsWith('.jar')) return refusal(400, `${handlerException}: Only Jar files are allowed.\n`)
  call.clusters.change(
    call.flink,
    world => perform(world, { _tag: 'UploadJar', endpoint: endpointOf(call), name, jarURI: null }, '', 'Ok').world,
  )
  const pod = call.flink.world.pods.find(({ uid }) => uid === call.pod.uid)
  const id = pod?.process == null ? name : shownJars(pod.process).at(-1)?.id ?? name
  return okAnswer({ filename: `/tmp/flink-web/flink-web-upload/${id}`, status: 'success' })
}

const textsIn = (
  value: Json | undefined,
): readonly string[] => (Array.isArray(value) ? (value as readonly Json[]).map(it => (typeof it === 'string' ? it : exactJsonText(it)))
  : [])

const configurationIn = (body: JsonObject): Readonly<Record<string, string>> => {
  const value = body['flinkConfiguration']
  return isObject(value ?? null)
    ? Object.fromEntries(Object.entries(value as JsonObject).map(([key, it]) => [key, typeof it === 'string' ? it : exactJsonText(it)]))
    : {}
}

const run = (call: Call, jarId: string): RestAnswer => {
  const { clusters, flink, settings } = call
  const body = isObject(call.body) ? call.body : {}
  const jobId = textAt(body, 'jobId') || randomBytes(16).toString('hex')
  const parallelism = numberAt(body, 'parallelism')
  const action: RunJar = {
    _tag: 'RunJar',
    endpoint: endpointOf(call),
    jarId,
    jobId,
    entryClass: textAt(body, 'entryClass') || null,
    args: textsIn(body['programArgsList']),
    parallelism: parallelism > 0 ? parallelism : null,
    savepointPath: textAt(body, 'savepointPath') || null,
    allowNonRestoredState: body['allowNonRestoredState'] === true,
    configuration: configurationIn(body),
    flinkVersion: settings.flinkVersion,
  }
  const owner = clusters.ownerOfRun(flink, jobId)
  const foreign = action.savepointPath === null ? undefined : clusters.storedAt(action.savepointPath)
  const refused: { error: AdapterError | null } = { error: null }
  clusters.change(flink, world => {
    // files of other jobs and clusters can be read here, too
    const readable = foreign === undefined ? world
      : atJob(
        world,
        owner,
        it => (it.storage.some(({ path }) => path === foreign.path) ? it : { ...it, storage: [...it.storage, foreign] }),
      )
    const { world: next, error } = perform(readable, action, '', 'Ok', owner)
    refused.error = error
    if (error === null) {
      flink.jobSettings.set(
        jobId,
        withOwnConfiguration(settings, {
          ...action.configuration,
          ...(parallelism > 0 ? { 'parallelism.default': String(parallelism) } : {}),
        }),
      )
    }
    return next
  })
  return refused.error === null ? okAnswer({ jobid: jobId, ...(settings.isVersion2 ? { applicationId: jobId } : {}) })
    : refusalOf(refused.error, settings.isVersion2)
}

const remove = (call: Call, jarId: string): RestAnswer => {
  if (!shownJars(call.process).some(({ id }) => id === jarId))
    return refusal(400, `${handlerException}: File ${jarId} does not exist in /tmp/flink-web/flink-web-upload.\n`)
  call.clusters.change(
    call.flink,
    world => perform(world, { _tag: 'DeleteJar', endpoint: endpointOf(call), jarId }, '', 'Ok').world,
  )
  return okAnswer({})
}

const refusal = (status: number, ...errors: readonly string[]): RestAnswer => ({ status, body: { errors } })

const ofMain = (cause: string): RestAnswer =>
  refusal(
    400,
    `${handlerException}: Could not execute application.\nCaused by: org.apache.flink.client.program.ProgramInvocationException: The main method caused an error: Failed to execute job.\nCaused by: ${cause}\n`,
  )

/** The error in Flink's words. */
const refusalOf = ({ _tag, message }: AdapterError, isVersion2: boolean): RestAnswer => {
  switch (_tag) {
    case 'NotFound':
      return refusal(
        500,
        'Internal server error.',
        `<Exception on server side:\njava.util.concurrent.CompletionException: ${handlerException}: ${message}\nEnd of exception on server side>`,
      )
    case 'DuplicateJob':
      return ofMain(
        `org.apache.flink.runtime.client.${
          isVersion2 ? 'DuplicateApplicationSubmissionException: Application' : 'DuplicateJobSubmissionException: Job'
        } has already been submitted.`,
      )
    case 'Conflict':
    case 'AlreadyExists':
    case 'Invalid':
    case 'Pruned':
    case 'TooLarge':
    case 'Forbidden':
    case 'Unauthorized':
    case 'TooManyRequests':
    case 'Unavailable':
    case 'Unreachable':
    case 'Untrusted':
    case 'Timeout':
    case 'JobUnknown':
    case 'JobTerminated':
    case 'UnknownPath':
    case 'Other':
      return ofMain(`java.io.FileNotFoundException: ${message}`)
  }
}
