import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { z } from 'zod'
import { staffPasswordFault } from '@/lib/server/identity/passwords'
import { translate } from '@/lib/server/cms/translations'
import { migrateAll, StartError, withDatabase } from '@/server/resolve-database'
const USAGE =
  'Usage: npm run admin:create -- <email> "<full name>"   (the password is asked for, or read from ADMIN_PASSWORD)'
const administrator = z.object({
  email: z.email('The first argument must be an email address.'),
  name: z.string().trim().min(1, 'The second argument must be a name.').max(200),
  password: z.string(),
})

/** `npm run admin:create`: the first administrator of an empty deployment. Others are made in the office. */
export function run(args: string[]): Promise<number> {
  return withDatabase(async (environment) => {
    if (args.length < 2) throw new StartError(USAGE)
    const password = process.env.ADMIN_PASSWORD || (await askPassword())
    const parsed = administrator.safeParse({ email: args[0], name: args[1], password })
    if (!parsed.success) throw new StartError(parsed.error.issues.map((issue) => issue.message).join('\n'))
    const fault = await staffPasswordFault(password, [parsed.data.email, parsed.data.name])
    if (fault !== null) throw new StartError(translate({ i18n: { language: 'en' } }, fault.key, fault.values))

    await migrateAll(environment.databaseUrl)
    const { getCms } = await import('@/lib/server/cms/cms')
    const cms = await getCms()
    const { totalDocs } = await cms.count({ collection: 'staff', where: { email: { equals: parsed.data.email } } })
    if (totalDocs > 0) throw new StartError(`${parsed.data.email} is already on the staff.`)
    await cms.create({ collection: 'staff', data: { ...parsed.data, role: 'admin' } })
    console.log(`${parsed.data.email} is an administrator now and signs in at ${environment.publicUrl}/office.`)
  })
}

/** Typed without echo; as an argument the password would show up in the process list. */
async function askPassword(): Promise<string> {
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stdout.write('Password: ')
  const terminal = createInterface({ input: process.stdin, output: discard, terminal: process.stdin.isTTY })
  // Ctrl-C, or no standard input: no line would ever arrive.
  const closed = once(terminal, 'close').then(() => {
    throw new StartError('No password was given: type it, or set ADMIN_PASSWORD.')
  })
  try {
    const [line] = (await Promise.race([once(terminal, 'line'), closed])) as [string]
    return line
  } finally {
    terminal.close()
    process.stdout.write('\n')
  }
}
