import type { Branding } from '@countinghouse/contract/features/branding';
import { BRAND_PRIMARY } from '../../lib/screen/brand-colors.ts';
import { parseHex, textOn } from '../../lib/values/contrast.ts';
import { Logo } from '../../ui/Logo.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './Branding.module.css';
import { PortalCard } from './PortalCard.tsx';

/** How the console's head and the portal's card would look, before it is saved. */
export function BrandPreview({ branding, tenantName }: { readonly branding: Branding; readonly tenantName: string }) {
  const name = branding.display_name ?? tenantName;
  const primary = branding.primary_color !== null && parseHex(branding.primary_color) !== null ? branding.primary_color : BRAND_PRIMARY;
  const mark = (
    <span className={classes['mark']} style={{ background: primary, color: textOn(primary) }} aria-hidden>
      {name.charAt(0).toUpperCase()}
    </span>
  );
  return (
    <Panel title="Preview">
      <div className={classes['previews']}>
        <figure className={classes['figure']}>
          <figcaption>Console head</figcaption>
          <div className={classes['head']}>
            <Logo url={branding.logo_url} alt="" className={classes['headLogo']} fallback={mark} />
            <span className={classes['headName']}>{name}</span>
            <span className={classes['button']} style={{ background: primary, color: textOn(primary) }}>
              Button
            </span>
          </div>
        </figure>
        <figure className={classes['figure']}>
          <figcaption>Portal card</figcaption>
          <PortalCard branding={branding} tenantName={tenantName} />
        </figure>
      </div>
    </Panel>
  );
}
