import type { Clock } from '@/lib/server/platform/clock'
import { type BidMessage, type BidMessages, type PassedBid, passedBidOf } from './bid-messages'
import type { Waiting } from './decide-batch'
import type { InFlightBids } from './in-flight-bids'

interface PassingOn {
  /** Who decides from now on: what is not answered is passed on to it, with the stamps that it has. */
  follow(decider: { server: string; epoch: number } | null): void
  /** Passes one on; kept until its answer has come. */
  pass(id: number): void
  /** Answers the one who decides that everything up to its instant is on its way. */
  asked(said: Extract<BidMessage, { kind: 'ask' }>): void
  /** Passes everything that is not answered on once more: a message may have been lost. */
  repeat(): void
}

interface PassingDependencies {
  serverId: string
  inFlightBids: InFlightBids
  messages: BidMessages
  /** This server's unanswered bids, by their numbers. */
  own: ReadonlyMap<number, Waiting>
}

/** What a server does with its bids while another one decides. */
export function createPassingOn({ serverId, inFlightBids, messages, own }: PassingDependencies): PassingOn {
  let decider: { server: string; epoch: number } | null = null
  /** Counts how often everything was passed on from the beginning. */
  let run = 0
  /** Bids passed on in this run. */
  let count = 0
  let unsent: number[] = []

  function send(): void {
    const to = decider
    const bids = unsent.flatMap((id): PassedBid[] => {
      const waiting = own.get(id)
      return waiting === undefined ? [] : [passedBidOf(id, waiting.stamp.order, waiting.command)]
    })
    unsent = []
    if (to === null || bids.length === 0) return
    const sent = count
    messages.sendList(to.server, bids, (part, first) => ({
      kind: 'pass',
      from: serverId,
      epoch: to.epoch,
      run,
      first: sent + first,
      bids: part,
    }))
    count += bids.length
  }

  function anew(): void {
    run += 1
    count = 0
    unsent = [...own.keys()]
    send()
  }

  return {
    follow(next) {
      if (next?.epoch === decider?.epoch && next?.server === decider?.server) return
      decider = next
      anew()
    },
    pass(id) {
      if (decider === null) return
      // With everything else of this turn.
      if (unsent.length === 0) setImmediate(send)
      unsent.push(id)
    },
    asked({ from, epoch, round, upTo, again }) {
      if (decider !== null && epoch < decider.epoch) return
      if (decider === null || epoch > decider.epoch) {
        decider = { server: from, epoch }
        anew()
      } else if (again) anew()
      else send()
      messages.send(from, { kind: 'done', from: serverId, epoch, round, upTo: inFlightBids.promise(upTo), run, count })
    },
    repeat() {
      if (decider === null) return
      unsent = [...own.keys()]
      send()
    },
  }
}

type Said<K extends BidMessage['kind']> = Extract<BidMessage, { kind: K }>

/** Another server that takes bids, as the one that decides knows it. */
interface Other {
  /** It has passed on everything that it stamped then or earlier. */
  upTo: number
  /** The last question that it has answered in full. */
  answered: number
  run: number
  received: number
  /** Some of what it passed on did not arrive. */
  lost: boolean
  knownSince: number
}

interface AskingOthers {
  /** Begins anew, as the server that decides in this epoch. */
  begin(epoch: number, live: readonly string[]): void
  /** Another server decides: nobody answers what was asked in the epoch that is over, and open questions end. */
  end(): void
  /** Who gives signs of life; asks whoever is new, and waits no longer for the others. */
  live(live: readonly string[]): void
  join(server: string): void
  /** The bids of a message that are new here. */
  passed(said: Said<'pass'>): readonly PassedBid[]
  done(said: Said<'done'>): void
  /**
   * Asks all others for everything that they have stamped up to now; fulfilled when they have answered, or give no sign
   * of life any more, with the instant up to which everything is known here: Infinity where there are no others,
   * -Infinity where the epoch of the question has ended.
   *
   * @param newest stamp that waits: it may be a little ahead of this server's clock
   */
  ask(newest?: number): Promise<number>
}

/** While this server does not decide; the first server that ever decided did so in epoch 1. */
const NO_EPOCH = 0
/** Milliseconds before a question is sent again. */
const PATIENCE = 250
/** Milliseconds for which a server that has joined is believed to live, whatever was read of its signs of life before. */
const FRESH = 2_000
/** Milliseconds by which clocks may differ before a bid waits until this server's has come as far. */
const NOT_WORTH_WAITING = 5

interface AskingDependencies {
  serverId: string
  inFlightBids: InFlightBids
  clock: Clock
  messages: BidMessages
  /** Looks for signs of life, and tells `live`. */
  look: () => Promise<void>
}

export function createAskingOthers({
  serverId,
  inFlightBids,
  clock,
  messages,
  look,
}: AskingDependencies): AskingOthers {
  const others = new Map<string, Other>()
  const questions = new Set<{ round: number; settle: () => void }>()
  let epoch = NO_EPOCH
  let round = 0
  let asked = -Infinity

  function know(server: string): Other {
    const known = others.get(server)
    if (known !== undefined) return known
    const other = { upTo: -Infinity, answered: 0, run: -1, received: 0, lost: false, knownSince: performance.now() }
    others.set(server, other)
    if (questions.size > 0) question(server, other)
    return other
  }

  function question(server: string, { lost }: Other): void {
    messages.send(server, { kind: 'ask', from: serverId, epoch, round, upTo: asked, again: lost })
  }

  function settle(): void {
    for (const each of questions) {
      if ([...others.values()].some(({ answered }) => answered < each.round)) continue
      questions.delete(each)
      each.settle()
    }
  }

  function live(servers: readonly string[]): void {
    const signs = new Set(servers)
    const since = performance.now() - FRESH
    for (const [server, { knownSince }] of others) if (!signs.has(server) && knownSince < since) others.delete(server)
    for (const server of servers) if (server !== serverId) know(server)
    settle()
  }

  return {
    begin(anew, servers) {
      epoch = anew
      others.clear()
      live(servers)
    },
    end() {
      epoch = NO_EPOCH
      others.clear()
      settle()
    },
    live,
    join: (server) => void know(server),
    passed({ from, run, first, bids, epoch: of }) {
      if (of !== epoch) return []
      const other = know(from)
      if (run > other.run) Object.assign(other, { run, received: 0, lost: false })
      if (run === other.run) {
        if (first === other.received) other.received += bids.length
        else if (first > other.received) other.lost = true
      }
      return bids
    },
    done(said) {
      const other = others.get(said.from)
      if (other === undefined || said.epoch !== epoch) return
      // Nothing of the run has come where it is empty.
      if (said.run > other.run && said.count === 0) Object.assign(other, { run: said.run, received: 0, lost: false })
      if (said.run !== other.run || said.count !== other.received) {
        other.lost = true
        return question(said.from, other)
      }
      other.lost = false
      other.upTo = Math.max(other.upTo, said.upTo)
      other.answered = Math.max(other.answered, said.round)
      settle()
    },
    async ask(newest = -Infinity) {
      if (others.size === 0) return epoch === NO_EPOCH ? -Infinity : Infinity
      const askedIn = epoch
      const mine = (round += 1)
      const now = clock.now()
      const upTo = Math.max(now, Math.min(newest, now + NOT_WORTH_WAITING))
      asked = upTo
      // What this server stamps from now on is later than what it asks for.
      inFlightBids.promise(upTo)
      for (const [server, other] of others) question(server, other)
      await new Promise<void>((resolve) => {
        const again = setInterval(() => {
          for (const [server, other] of others) if (other.answered < mine) question(server, other)
          void look()
        }, PATIENCE).unref()
        questions.add({
          round: mine,
          settle() {
            clearInterval(again)
            resolve()
          },
        })
        settle()
      })
      return epoch === askedIn ? Math.min(upTo, ...[...others.values()].map((other) => other.upTo)) : -Infinity
    },
  }
}
