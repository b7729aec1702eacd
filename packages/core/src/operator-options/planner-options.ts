import { boolean, integer, list, text } from '../flink-configuration/option-types.ts'
import { startOption } from './operator-option.ts'

/** The planner page, served by the operator from a port of its own. */
export const plannerOptions = {
  plannerEnabled: startOption({
    key: 'planner.enabled',
    type: boolean,
    default: false,
    doc:
      'Serve the planner page at `/planner/` of a port of its own, with the resources that are watched to choose from, without their secrets.',
  }),
  plannerPort: startOption({ key: 'planner.port', type: integer, default: 8086, doc: 'Port of the planner page.' }),
  plannerAddress: startOption({
    key: 'planner.address',
    type: text,
    default: '127.0.0.1',
    doc:
      'IP address that the planner page is served at: a loopback address, which only `kubectl port-forward` and the containers of the pod reach. At another one it is not served, since nobody is asked who they are.',
  }),
  plannerHosts: startOption({
    key: 'planner.hosts',
    type: list,
    default: [],
    doc:
      'Names (name, or name:port) by which browsers may ask for the planner page, beside localhost, 127.0.0.1 and [::1]. A request by another name is refused.',
  }),
} as const
