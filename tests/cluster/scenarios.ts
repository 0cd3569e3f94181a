import type { Scenario } from './scenario.ts'
import { contract } from './scenarios/contract.ts'
import { cost } from './scenarios/cost.ts'
import { deploy } from './scenarios/deploy.ts'
import { lag } from './scenarios/lag.ts'
import { chat } from './scenarios/live-chat.ts'
import { primaryCutOff, primaryFrozen, primaryKilled, primarySplit } from './scenarios/lost-primary.ts'
import { replicaKilled, standbyKilled } from './scenarios/lost-replicas.ts'
import {
  balancerKilled,
  etcdKilled,
  everything,
  mailKilled,
  nodeCutOff,
  nodeKilled,
  redisKilled,
  storeKilled,
} from './scenarios/others.ts'

/** Every loss, in the order of the table. */
export const scenarios: Scenario[] = [
  primaryKilled,
  standbyKilled,
  replicaKilled,
  etcdKilled,
  redisKilled,
  nodeKilled,
  nodeCutOff,
  mailKilled,
  balancerKilled,
  primaryCutOff,
  primarySplit,
  primaryFrozen,
  storeKilled,
  lag,
  chat,
  deploy,
  everything,
  cost,
  contract,
]
