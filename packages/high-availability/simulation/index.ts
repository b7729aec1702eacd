/** Small worlds of leader election, and the model checker over them. */
export { electionWorlds, largeElectionWorlds } from './election-worlds.ts'
export { type ElectionWorld, electionLines } from './verify-election.ts'
export { verifiedElection } from './verified-election.ts'
