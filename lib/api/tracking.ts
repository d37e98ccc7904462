import { trackingEndpoints } from '@/lib/contract/notifications'
import { createGroupClient, createTransport } from './client'

/** Where visits are counted; null: nowhere. */
export async function readTracking(): Promise<{ url: string; site_id: number } | null> {
  const client = createGroupClient(createTransport({ prefixUrl: window.location.origin }), trackingEndpoints)
  return (await client.settings({})).data.matomo
}
