import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ImapServer {
  url: string
  /** The messages of the mailbox; their numbers (UID) are their places, from 1. */
  messages: string[]
  /** Every command, without its tag. */
  commands: string[]
  stop(): Promise<void>
}

/** An IMAP server with one mailbox and the few commands that reading it takes. */
export async function startImapServer(): Promise<ImapServer> {
  const messages: string[] = []
  const commands: string[] = []
  const open = new Set<Socket>()

  function answer(command: string): string[] {
    commands.push(command)
    const [name = '', ...rest] = command.split(' ')
    if (name === 'CAPABILITY') return ['* CAPABILITY IMAP4rev1']
    if (name === 'LIST' || name === 'LSUB') return ['* LIST () "/" "INBOX"']
    if (name === 'EXAMINE')
      return [`* ${messages.length} EXISTS`, '* OK [UIDVALIDITY 7]', `* OK [UIDNEXT ${messages.length + 1}]`]
    if (name !== 'UID') return []
    if (rest[0] === 'SEARCH') {
      const first = Number(/UID (\d+):\*/.exec(command)?.[1] ?? 1)
      // `8:*` of a mailbox that ends at 7 finds 7.
      const uids = messages.map((_message, at) => at + 1).filter((uid) => uid >= Math.min(first, messages.length))
      return [`* SEARCH ${uids.join(' ')}`]
    }
    if (rest[0] !== 'FETCH') return []
    const uid = Number(rest[1])
    const message = messages[uid - 1] ?? ''
    return [`* ${uid} FETCH (UID ${uid} BODY[]<0> {${Buffer.byteLength(message)}}\r\n${message})`]
  }

  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.write('* OK ready\r\n')
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [tag = '', ...command] = line.split(' ')
        const state = command[0] === 'EXAMINE' ? 'OK [READ-ONLY]' : 'OK'
        socket.write([...answer(command.join(' ')), `${tag} ${state} done`, ''].join('\r\n'))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `imap://reports:secret@127.0.0.1:${(server.address() as AddressInfo).port}/INBOX`,
    messages,
    commands,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
