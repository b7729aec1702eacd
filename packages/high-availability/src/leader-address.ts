/** The address of one component of a leading process, as published by the leader. */
export interface LeaderAddress {
  /** Id of the leadership, the same for all components of a process. */
  readonly session: string
  /** `http://10.0.0.1:8081`, `pekko.tcp://flink@10.0.0.1:6123/user/rpc/dispatcher_1`. */
  readonly address: string
}

/** Prefix of keys in the cluster's ConfigMap; the component follows: `dispatcher`, `resourcemanager`, `restserver`, `job-<job id>`. */
export const leaderKeyPrefix = 'org.apache.flink.k8s.leader.'

const session = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/

/** Null: no valid leader. */
export const leaderAddress = (sessionId: string | undefined, address: string | undefined): LeaderAddress | null =>
  sessionId !== undefined && address !== undefined && session.test(sessionId) && address !== '' ? { session: sessionId, address } : null

/** Parses `<session>,<address>`, split at the first comma. Null: no valid leader. */
export const parseLeaderAddress = (text: string): LeaderAddress | null => {
  const comma = text.indexOf(',')
  return comma < 0 ? null : leaderAddress(text.slice(0, comma), text.slice(comma + 1))
}

export const formatLeaderAddress = ({ session: id, address }: LeaderAddress): string => `${id},${address}`
