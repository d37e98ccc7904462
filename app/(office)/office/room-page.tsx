import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { Room } from '@/components/office/rooms'
import { id as recordId } from '@/lib/contract/primitives'

export interface RecordPageProps {
  params: Promise<{ id: string }>
}

/** The tab's title of a room. */
export function roomMetadata(room: Room) {
  return async (): Promise<Metadata> => {
    const t = await getTranslations('Office')
    return { title: t(`room_${room}`) }
  }
}

/** The record that the address names; a 404 for anything but an id. */
export async function recordIn(params: RecordPageProps['params']): Promise<number> {
  const { id } = await params
  return recordId.safeParse(/^[1-9]\d*$/.test(id) ? Number(id) : null).data ?? notFound()
}
