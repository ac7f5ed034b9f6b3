//! Checks of the requests that a service would receive.

use super::options::ValidateOptions;
use crate::json::{Node, Tape};
use crate::lower::{ByteTypes, Policy, check_body, has_misnamed_image};
use crate::report::{Code, Report, Severity, shape, syntax};
use crate::rule::{self, pairs::PairedCalls, request_types::RequestTypes};

/// The types of the requests of the target, if it is a service. Other services of its format have other requests.
pub(super) fn request_types(options: &ValidateOptions) -> Option<RequestTypes> {
    let (format, None) = options.target? else { return None };
    RequestTypes::new(&format.policy.record.settings?.types)
}

/// Reports the first value of a request with the wrong type, unless a more specific check has a finding there.
pub(super) fn check_types(types: &mut RequestTypes, request: Node<'_, '_>, report: &mut Report) {
    let is_known = |code: &Code| [&shape::UNKNOWN_FIELD, &shape::COMPATIBLE_FIELD].iter().any(|it| it.id == code.id);
    if report.counts().iter().any(|count| count.severity == Severity::Error || is_known(count.code)) {
        return;
    }
    if let Some((at, why)) = types.problem(request) {
        report.add(rule::UNFIT_REQUEST.code, at, || why);
    }
}

/// Reports the parts of a body that a service rejects, by its policy.
pub(super) fn refusals(
    paired: &PairedCalls<'_>,
    policy: &Policy,
    severity: Severity,
    (report, scratch): (&mut Report, &mut Tape),
) {
    check_body(paired, policy, scratch, &mut |code, at, why| report.add_as(code, severity, at, || why));
    if !policy.text.has_halves {
        report.set_severity(&syntax::LONE_SURROGATE, severity);
    }
    if !matches!(policy.media.bytes, ByteTypes::Any | ByteTypes::AnyOrNone) && has_misnamed_image(paired) {
        report.set_severity(rule::MEDIA_TYPE.code, severity);
    }
}
