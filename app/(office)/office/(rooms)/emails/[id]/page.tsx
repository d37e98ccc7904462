import { recordIn, type RecordPageProps, roomMetadata } from '@/app/(office)/office/room-page'
import { LetterPage } from '@/components/office/emails'

export const generateMetadata = roomMetadata('emails')

export default async function Page({ params }: RecordPageProps) {
  const id = await recordIn(params)
  return <LetterPage key={id} id={id} />
}
