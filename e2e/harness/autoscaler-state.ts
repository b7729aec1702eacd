import { gunzipSync } from 'node:zlib'
import { parse } from 'yaml'
import { type Any, type Api, paths } from './api.ts'

/** What the autoscaler has stored of a job: the ConfigMap `autoscaler-NAME`, read without the operator's own code. */
export interface AutoscalerState {
  /** The texts as they are stored. */
  readonly data: Readonly<Record<string, string>>
  /** Times of the samples in the window. */
  readonly samples: readonly string[]
  /** Times of the scalings of the job. */
  readonly scalings: readonly string[]
  /** Times of the scalings of each vertex. */
  readonly history: Readonly<Record<string, readonly string[]>>
  /** Parallelism by vertex. */
  readonly overrides: Readonly<Record<string, number>>
  /** Flink options that memory tuning set. */
  readonly memory: Readonly<Record<string, string>>
}

/** Long texts are packed (gzip, Base64), short ones are not. */
const unpacked = (text: string): string => (text.startsWith('H4sI') ? gunzipSync(Buffer.from(text, 'base64')).toString('utf8') : text)

export const readAutoscalerState = (data: Readonly<Record<string, string>>): AutoscalerState => {
  const tree = (key: string): Any => (data[key] === undefined ? {} : parse(unpacked(data[key])) ?? {})
  return {
    data,
    samples: Object.keys(tree('collectedMetrics')),
    scalings: Object.keys(tree('scalingTracking').scalingRecords ?? {}),
    history: Object.fromEntries(
      Object.entries(tree('scalingHistory')).map(([vertex, records]) => [vertex, Object.keys(records as object)]),
    ),
    overrides: Object.fromEntries(
      (data['parallelismOverrides'] ?? '').split(',').filter(it => it !== '').map(it => it.split(':')).map(([vertex = '', parallelism]) => [
        vertex,
        Number(parallelism),
      ]),
    ),
    memory: tree('configOverrides').overrides ?? {},
  }
}

/** Null: there is no ConfigMap. */
export const autoscalerStateOf = async (api: Api, namespace: string, name: string): Promise<AutoscalerState | null> => {
  const found = await api.get(`${paths.configMaps(namespace)}/autoscaler-${name}`)
  return found === null ? null : readAutoscalerState(found.data ?? {})
}
