// Writes the types of the values in emails' texts, after a change of lib/server/notifications/messages/uk.json:
//   npm run email:values
import { writeFileSync } from 'node:fs'
import uk from '@/lib/server/notifications/messages/uk.json' with { type: 'json' }
import { emailValues } from '@/tests/support/email-values'

writeFileSync('lib/server/notifications/email-values.ts', emailValues(uk))
