import { boolean, integer, list, text } from '../flink/configuration/option.ts'
import { startOption } from './operator-option.ts'

/** Options of the planner page, which the operator serves on a separate port. */
export const plannerOptions = {
  plannerEnabled: startOption({
    key: 'planner.enabled',
    type: boolean,
    default: false,
    doc: 'Serve the planner page at `/planner/` on a separate port. Users can choose from the watched resources, shown without secrets.',
  }),
  plannerFleetEnabled: startOption({
    key: 'planner.fleet.enabled',
    type: boolean,
    default: false,
    doc:
      'Serve the fleet page at `/fleet/`, beside the planner page and with the same access rules: the state of all watched resources, what they wait for and their jobs. Needs `planner.enabled`. While somebody has the page open, the operator asks Flink for the numbers of at most four jobs a second.',
  }),
  plannerPort: startOption({ key: 'planner.port', type: integer, default: 8086, doc: 'Port of the planner page.' }),
  plannerAddress: startOption({
    key: 'planner.address',
    type: text,
    default: '127.0.0.1',
    doc:
      'IP address at which the planner page is served. At a loopback address only `kubectl port-forward` and the containers of the pod reach it, over plain HTTP and without authentication. At any other address, such as 0.0.0.0, the operator serves it over TLS and requires a bearer token to show resources: it checks access by TokenReview and SubjectAccessReview of the API server.',
  }),
  plannerCertificates: startOption({
    key: 'planner.certificates',
    type: text,
    default: '/planner-certs',
    doc:
      'Folder with tls.crt and tls.key (PEM) for the planner page, used if its address is not a loopback address. Read every 10 s: a new pair is served without a restart.',
  }),
  plannerHosts: startOption({
    key: 'planner.hosts',
    type: list,
    default: [],
    doc:
      'Host names (name, or name:port) at which browsers may request the planner page, besides localhost, 127.0.0.1 and [::1]. A request for any other host is rejected.',
  }),
} as const
