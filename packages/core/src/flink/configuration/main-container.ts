import type { Json, JsonObject } from '../../contract/resource/json.ts'

/** Name of the container that Flink runs in. Flink finds the container by this name. */
export const mainContainerName = 'flink-main-container'

const objectOf = (
  value: Json | undefined,
): JsonObject => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {})
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])

const isMain = (container: Json): boolean => objectOf(container)['name'] === mainContainerName

/** Changes the main container of the template. Adds a missing one as the last container (api-and-config.md, section 9.1.2). */
export const withMainContainer = (template: JsonObject | null, change: (container: JsonObject) => JsonObject): JsonObject => {
  const spec = objectOf(template?.['spec'])
  const containers = listOf(spec['containers'])
  const at = containers.findIndex(isMain)
  const changed = change(at < 0 ? { name: mainContainerName } : objectOf(containers[at]))
  return { ...template, spec: { ...spec, containers: at < 0 ? [...containers, changed] : containers.with(at, changed) } }
}

const withAmounts = (existing: Json | undefined, amounts: Readonly<Record<string, string | number>>): JsonObject =>
  Object.keys(amounts).length === 0 ? {} : { ...objectOf(existing), ...amounts }

/** Adds requests and limits to a container. They override those with the same name. */
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

/** Adds the start-up probe, unless the user set one. */
export const withStartupProbe = (startupProbe: JsonObject) => (container: JsonObject): JsonObject => ({ startupProbe, ...container })
