import { recordIn, type RecordPageProps, roomMetadata } from '@/app/(office)/office/room-page'
import { MemberPage } from '@/components/office/staff'

export const generateMetadata = roomMetadata('staff')

export default async function Page({ params }: RecordPageProps) {
  const id = await recordIn(params)
  return <MemberPage key={id} id={id} />
}
