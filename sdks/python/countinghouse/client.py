# Written by npm run reference from docs/reference/openapi.json. Nobody edits it.

from __future__ import annotations

from .features.second_factors import SecondFactors
from .features.sign_ins import SignIns
from .features.tenants import Tenants
from .features.people import People
from .features.sso import Sso
from .features.settings import Settings
from .features.second_factor_resets import SecondFactorResets
from .features.entities import Entities
from .features.parties import Parties
from .features.branding import Branding
from .features.gl_accounts import GlAccounts
from .features.accounts import Accounts
from .features.statements import Statements
from .features.balances import Balances
from .features.reports import Reports
from .features.limits import Limits
from .features.intents import Intents
from .features.postings import Postings
from .features.metadata import Metadata
from .features.approvals import Approvals
from .features.holds import Holds
from .features.templates import Templates
from .features.schedules import Schedules
from .features.imports import Imports
from .features.attachments import Attachments
from .features.comments import Comments
from .features.recon import Recon
from .features.periods import Periods
from .features.close_tasks import CloseTasks
from .features.notifications import Notifications
from .features.saved_views import SavedViews
from .features.interest import Interest
from .features.revaluations import Revaluations
from .features.year_ends import YearEnds
from .features.events import Events
from .features.anchors import Anchors
from .features.witnesses import Witnesses
from .features.performance import Performance
from .features.audit_export import AuditExport
from .features.webhooks import Webhooks
from .features.health import Health
from .features.replays import Replays
from .features.evidence import Evidence
from .features.snapshots import Snapshots
from .features.currencies import Currencies
from .features.fx import Fx
from .features.policies import Policies
from .features.controls import Controls
from .features.privacy import Privacy
from .features.signing_keys import SigningKeys
from .features.service_accounts import ServiceAccounts
from .features.allow_lists import AllowLists
from .features.api_keys import ApiKeys
from .features.access_reviews import AccessReviews
from .transport import Transport


class Client(Transport):
    """Calls a server: a member for each feature, a method for each call."""

    def __init__(
        self,
        url: str,
        api_key: str,
        *,
        tenant_id: str | None = None,
        attempts: int = 5,
        timeout: float = 30.0,
    ) -> None:
        super().__init__(url, api_key, tenant_id=tenant_id, attempts=attempts, timeout=timeout)
        self.second_factors = SecondFactors(self)
        self.sign_ins = SignIns(self)
        self.tenants = Tenants(self)
        self.people = People(self)
        self.sso = Sso(self)
        self.settings = Settings(self)
        self.second_factor_resets = SecondFactorResets(self)
        self.entities = Entities(self)
        self.parties = Parties(self)
        self.branding = Branding(self)
        self.gl_accounts = GlAccounts(self)
        self.accounts = Accounts(self)
        self.statements = Statements(self)
        self.balances = Balances(self)
        self.reports = Reports(self)
        self.limits = Limits(self)
        self.intents = Intents(self)
        self.postings = Postings(self)
        self.metadata = Metadata(self)
        self.approvals = Approvals(self)
        self.holds = Holds(self)
        self.templates = Templates(self)
        self.schedules = Schedules(self)
        self.imports = Imports(self)
        self.attachments = Attachments(self)
        self.comments = Comments(self)
        self.recon = Recon(self)
        self.periods = Periods(self)
        self.close_tasks = CloseTasks(self)
        self.notifications = Notifications(self)
        self.saved_views = SavedViews(self)
        self.interest = Interest(self)
        self.revaluations = Revaluations(self)
        self.year_ends = YearEnds(self)
        self.events = Events(self)
        self.anchors = Anchors(self)
        self.witnesses = Witnesses(self)
        self.performance = Performance(self)
        self.audit_export = AuditExport(self)
        self.webhooks = Webhooks(self)
        self.health = Health(self)
        self.replays = Replays(self)
        self.evidence = Evidence(self)
        self.snapshots = Snapshots(self)
        self.currencies = Currencies(self)
        self.fx = Fx(self)
        self.policies = Policies(self)
        self.controls = Controls(self)
        self.privacy = Privacy(self)
        self.signing_keys = SigningKeys(self)
        self.service_accounts = ServiceAccounts(self)
        self.allow_lists = AllowLists(self)
        self.api_keys = ApiKeys(self)
        self.access_reviews = AccessReviews(self)
