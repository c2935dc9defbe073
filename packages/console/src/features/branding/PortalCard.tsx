import type { Branding } from '@countinghouse/contract/features/branding';
import { BRAND_PRIMARY } from '../../lib/screen/brand-colors.ts';
import { parseHex, textOn } from '../../lib/values/contrast.ts';
import { Logo } from '../../ui/Logo.tsx';
import classes from './Branding.module.css';

const validColor = (colour: string | null): string | null => (colour !== null && parseHex(colour) !== null ? colour : null);

/** The card by which clients know the organisation, in its colours. */
export function PortalCard({ branding, tenantName }: { readonly branding: Branding; readonly tenantName: string }) {
  const name = branding.display_name ?? tenantName;
  const background = validColor(branding.primary_color) ?? BRAND_PRIMARY;
  const color = textOn(background);
  return (
    <div className={classes['portal']} style={{ background, color }}>
      <div className={classes['stripe']} style={{ background: validColor(branding.accent_color) ?? background }} aria-hidden />
      <div className={classes['portalBody']}>
        <Logo
          url={branding.logo_url}
          alt=""
          className={classes['portalLogo']}
          fallback={<span className={classes['portalMark']}>{name.charAt(0).toUpperCase()}</span>}
        />
        <span className={classes['portalName']}>{name}</span>
        <span className={classes['portalWord']}>Client portal</span>
      </div>
    </div>
  );
}
