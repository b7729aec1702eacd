import type { Json, JsonObject } from '../resource/json.ts'

/** The container that Flink runs in; Flink finds it by this name. */
export const mainContainerName = 'flink-main-container'

const objectOf = (
  value: Json | undefined,
): JsonObject => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {})
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])

const isMain = (container: Json): boolean => objectOf(container)['name'] === mainContainerName

/** The template with its main container changed; a missing one is added as the last (api-and-config.md, section 9.1.2). */
export const withMainContainer = (template: JsonObject | null, change: (container: JsonObject) => JsonObject): JsonObject => {
  const spec = objectOf(template?.['spec'])
  const containers = listOf(spec['containers'])
  const at = containers.findIndex(isMain)
  const changed = change(at < 0 ? { name: mainContainerName } : objectOf(containers[at]))
  return { ...template, spec: { ...spec, containers: at < 0 ? [...containers, changed] : containers.with(at, changed) } }
}

const withAmounts = (existing: Json | undefined, amounts: Readonly<Record<string, string | number>>): JsonObject =>
  Object.keys(amounts).length === 0 ? {} : { ...objectOf(existing), ...amounts }

/** A container with more requests and limits, over those of the same name. */
export const withResources =
  (requests: Readonly<Record<string, string | number>>, limits: Readonly<Record<string, string | number>>) =>
  (container: JsonObject): JsonObject => {
    const existing = objectOf(container['resources'])
    const [moreRequests, moreLimits] = [withAmounts(existing['requests'], requests), withAmounts(existing['limits'], limits)]
    return {
      ...container,
      resources: {
        ...existing,
        ...(Object.keys(moreRequests).length > 0 ? { requests: moreRequests } : {}),
        ...(Object.keys(moreLimits).length > 0 ? { limits: moreLimits } : {}),
      },
    }
  }

/** A probe of the user's stays. */
export const withStartupProbe = (startupProbe: JsonObject) => (container: JsonObject): JsonObject => ({ startupProbe, ...container })
