import type { RestRequest } from '@flink-operator/flink-rest-adapter'

/**
 * Every call that the operator and `top` send to Flink, as Flink's documentation writes it; a test compares the list with the
 * adapter.
 */
const templates = [
  'GET /config',
  'GET /taskmanagers',
  'GET /taskmanagers/metrics',
  'GET /jobmanager/metrics',
  'GET /jars',
  'GET /jobs/overview',
  'GET /jobs/:jobid',
  'GET /jobs/:jobid/exceptions',
  'GET /jobs/:jobid/metrics',
  'GET /jobs/:jobid/resource-requirements',
  'GET /jobs/:jobid/checkpoints',
  'GET /jobs/:jobid/checkpoints/config',
  'GET /jobs/:jobid/checkpoints/details/:checkpointid',
  'GET /jobs/:jobid/checkpoints/:triggerid',
  'GET /jobs/:jobid/savepoints/:triggerid',
  'GET /jobs/:jobid/vertices/:vertexid/subtasks/metrics',
  'GET /savepoint-disposal/:triggerid',
  'POST /jars/upload',
  'POST /jars/:jarid/run',
  'POST /jobs/:jobid/checkpoints',
  'POST /jobs/:jobid/savepoints',
  'POST /jobs/:jobid/stop',
  'POST /savepoint-disposal',
  'PUT /jobs/:jobid/resource-requirements',
  'PATCH /jobs/:jobid',
  'DELETE /jars/:jarid',
] as const

export const otherCall = 'other'
export const flinkCalls: readonly string[] = [...templates, otherCall]

const patterns = templates.map(template => ({
  template,
  pattern: new RegExp(`^${template.replace(' ', ' /v1').replaceAll(/:\w+/gu, '[^/]+')}$`, 'u'),
}))

/** The template of a call: without ids, so that the label has a bounded number of values. */
export const flinkCallOf = ({ method, path }: Pick<RestRequest, 'method' | 'path'>): string =>
  patterns.find(({ pattern }) => pattern.test(`${method} ${path}`))?.template ?? otherCall
