import { recordIn, type RecordPageProps, roomMetadata } from '@/app/(office)/office/room-page'
import { EmailPage } from '@/components/office/emails'

export const generateMetadata = roomMetadata('emails')

export default async function Page({ params }: RecordPageProps) {
  const id = await recordIn(params)
  return <EmailPage key={id} id={id} />
}
