//! The settings of requests in a JSON Schema: their names and what services take. `validate --for` checks them; a body that is only
//! read may have any.

use serde_json::{Map, Value, json};

use crate::lower::RequestSettings;

/// Adds the known settings to the properties of a body.
pub(super) fn add(settings: &RequestSettings, body: &mut Map<String, Value>) {
    let Value::Object(properties) = body.entry("properties").or_insert_with(|| json!({})) else { return };
    for key in settings.body.settings {
        let row = settings.rows.iter().find(|row| row.path == [*key]);
        let about = row.filter(|row| row.lists_all()).map(|row| row.form.expected());
        let about =
            about.map_or_else(|| json!(true), |about| json!({ "description": format!("The service takes {about}.") }));
        properties.entry(*key).or_insert(about);
    }
}
