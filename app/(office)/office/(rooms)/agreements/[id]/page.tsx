import { recordIn, type RecordPageProps, roomMetadata } from '@/app/(office)/office/room-page'
import { AgreementPage } from '@/components/office/agreements'

export const generateMetadata = roomMetadata('agreements')

export default async function Page({ params }: RecordPageProps) {
  const id = await recordIn(params)
  return <AgreementPage key={id} id={id} />
}
