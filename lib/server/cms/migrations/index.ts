import * as content from './20261121_034050_content'
import * as lots from './20261121_034100_lots'
import * as frozenLots from './20261121_040200_frozen_lots'
import * as pagesOfBlocks from './20261121_070900_pages_of_blocks'
import * as objectKeys from './20261121_075346_object_keys'
import * as companyNotes from './20261121_102944_company_notes'
import * as lotDocuments from './20261122_084601_lot_documents'

/** In the order in which they were written; a new one goes to the end. */
export const migrations = [
  { name: '20261121_034050_content', up: content.up, down: content.down },
  { name: '20261121_034100_lots', up: lots.up, down: lots.down },
  { name: '20261121_040200_frozen_lots', up: frozenLots.up, down: frozenLots.down },
  { name: '20261121_070900_pages_of_blocks', up: pagesOfBlocks.up, down: pagesOfBlocks.down },
  { name: '20261121_075346_object_keys', up: objectKeys.up, down: objectKeys.down },
  { name: '20261121_102944_company_notes', up: companyNotes.up, down: companyNotes.down },
  { name: '20261122_084601_lot_documents', up: lotDocuments.up, down: lotDocuments.down },
]
