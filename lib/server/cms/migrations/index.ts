import * as schema from './20261125_132012_schema'
import * as lots from './20261125_132013_lots'
import * as agreementUnsettled from './20261129_071827_agreement_unsettled'

/** In the order in which they were written; a new one goes to the end. */
export const migrations = [
  { name: '20261125_132012_schema', up: schema.up, down: schema.down },
  { name: '20261125_132013_lots', up: lots.up, down: lots.down },
  { name: '20261129_071827_agreement_unsettled', up: agreementUnsettled.up, down: agreementUnsettled.down },
]
