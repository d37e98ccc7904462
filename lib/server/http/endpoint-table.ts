import type { Endpoint, EndpointGroup } from '@/lib/contract/endpoint'
import { endpoints, type Endpoints } from '@/lib/contract/endpoints'
import type { Handler, Handlers } from '@/lib/server/kernel/handler'

/** A handler for every endpoint of the contract: one that lacks does not compile. */
export type AllHandlers = { [Group in keyof Endpoints]: Handlers<Endpoints[Group]> }

export interface Route {
  /** Dotted name, `bids.place`: for logs and metrics. */
  name: string
  endpoint: Endpoint
  handler: Handler<Endpoint>
}

export function routesOf(handlers: AllHandlers): Route[] {
  return Object.entries(endpoints).flatMap(([group, members]) =>
    Object.entries(members as EndpointGroup).map(([name, endpoint]) => ({
      name: `${group}.${name}`,
      endpoint,
      handler: (handlers[group as keyof Endpoints] as Record<string, Handler<Endpoint>>)[name] as Handler<Endpoint>,
    })),
  )
}
