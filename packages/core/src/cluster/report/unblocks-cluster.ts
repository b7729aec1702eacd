import { cluster } from '../../contract/round/unblocked-by.ts'

export const kubernetesAnswers = cluster('the Kubernetes API answers')

export const lastPodGone = cluster(
  'the last JobManager pod is gone: the kubelet of its node has to confirm the deletion, or a user deletes the pod by force once the node is certainly down',
)
